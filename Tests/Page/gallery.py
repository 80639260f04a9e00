"""Makes the page's gallery, man/gallery: a sheet for each state and engine, with the page on every screen.

One state is made again with: script/screenshot --gallery STATE...
"""

import base64
import sys

from browser import Chromium, Keys, WebKit
from kitchen import NO_DEVICE, ROOT, Kitchen
from screens import SIZES
from selenium.webdriver.common.action_chains import ActionChains

FOLDER = ROOT / "man/gallery"
# The sheets show the screens at this scale, and are so wide.
SCALE, WIDTH = 0.3, 1500


def open_page(kitchen, page, path=""):
    page.resize(800, 600)
    page.driver.get(kitchen.address + path)
    if not path:
        page.wait_for_eggs()


def idle(kitchen, page):
    open_page(kitchen, page)


def cooking(kitchen, page):
    kitchen.call("Start", egg="soft", elapsedMs=83_000)
    open_page(kitchen, page)
    page.wait_until_shown(".mark")


def several(kitchen, page):
    kitchen.call("Start", egg="medium", elapsedMs=120_000)
    kitchen.call("Start", egg="hard", name="left pot", elapsedMs=40_000)
    kitchen.call("Pause", name="left pot")
    kitchen.call("Start", durationMs=2_400_000, name="potatoes")
    open_page(kitchen, page)
    page.wait("return document.querySelectorAll('.row').length === 3")


def pot(kitchen, page):
    kitchen.call("Cook", eggs=[{"egg": "soft", "count": 2}, {"egg": "hard", "count": 3}])
    open_page(kitchen, page)
    page.wait("return document.querySelectorAll('.row').length === 2")


def ringing(kitchen, page):
    kitchen.call("Start", egg="soft", durationMs=1000)
    kitchen.wait_for(state="ringing")
    open_page(kitchen, page)
    page.wait_until_shown("dialog.ringing .stop")


def two_ringing(kitchen, page):
    kitchen.call("Start", durationMs=1000, name="potatoes")
    ringing(kitchen, page)
    page.wait("return document.querySelectorAll('.alarm').length === 2")


def no_sound(kitchen, page):
    cooking(kitchen, page)
    page.wait_until_shown("#sound-out")


def stopped(kitchen, page):
    cooking(kitchen, page)
    kitchen.kill_eggd()
    page.wait_until_shown("#gone")


def keypad(kitchen, page):
    open_page(kitchen, page)
    page.tap("#another-time")
    page.wait_until_shown("dialog.pad")


def this_egg(kitchen, page):
    open_page(kitchen, page)
    page.tap("#this-egg")
    page.wait_until_shown("dialog[open]")


def start(kitchen, page):
    open_page(kitchen, page, "start?egg=soft&name=left-pot")


def plain(kitchen, page):
    kitchen.call("Start", egg="soft", elapsedMs=83_000)
    open_page(kitchen, page, "plain")


def lunch(kitchen, page):
    open_page(kitchen, page, "lunch")
    page.wait_until_shown("#soup")
    for _ in range(2):
        page.tap('[aria-label="One more: Soup"]')


def convert(kitchen, page):
    open_page(kitchen, page, "convert")
    page.wait_for_text("#input-unit", "F")
    ActionChains(page.driver).send_keys("98.6").perform()
    page.wait("return document.querySelector('#result').value")


def tip(kitchen, page):
    open_page(kitchen, page, "tip")
    page.wait_until_shown("#bill")
    page.tap("#bill")
    page.wait_until_shown("dialog.pad")
    ActionChains(page.driver).send_keys("85", Keys.ENTER).perform()
    page.wait_for_text("#bill", "85")


def cards(kitchen, page):
    open_page(kitchen, page, "cards")
    page.wait_until_shown("#login")


STATES = [
    idle, cooking, several, pot, ringing, two_ringing, no_sound, stopped, keypad, this_egg, start, plain, lunch, convert,
    tip, cards,
]


def pictures(state, page):
    """The page in this state on each screen, as PNG in base 64."""
    kitchen = Kitchen(device=NO_DEVICE if state is no_sound else "pcm.!default { type null }\n")
    try:
        state(kitchen, page)
        for width, height in SIZES:
            page.resize(width, height)
            page.wait("return !document.querySelector('.ripple')")
            # Until it is drawn in that size.
            page.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
            yield width, height, page.driver.get_screenshot_as_base64()
    finally:
        page.driver.get("about:blank")
        kitchen.close()


def make_sheet(path, found):
    figures = "".join(
        f'<figure><img src="data:image/png;base64,{picture}" width="{width * SCALE}" height="{height * SCALE}">'
        f"<figcaption>{width} × {height}</figcaption></figure>" for width, height, picture in found)
    style = ("body { margin: 12px; display: flex; flex-wrap: wrap; gap: 12px; align-items: end; font: 12px sans-serif;"
             " background: #ddd } figure { margin: 0; text-align: center } img { display: block }")
    sheet.driver.get("about:blank")
    sheet.resize(WIDTH, 800)
    sheet.run("document.head.innerHTML = arguments[0]; document.body.innerHTML = arguments[1]", f"<style>{style}</style>", figures)
    sheet.wait("return [...document.images].every(each => each.complete)")
    height = sheet.run("return document.documentElement.scrollHeight")
    sheet.resize(WIDTH, height)
    image = sheet.command("Page.captureScreenshot", format="webp", quality=40)
    path.write_bytes(base64.b64decode(image["data"]))


wanted = [each for each in STATES if each.__name__ in sys.argv[1:]] or STATES
FOLDER.mkdir(exist_ok=True)
sheet = Chromium()
try:
    for browser in (Chromium, WebKit):
        page = browser()
        try:
            for state in wanted:
                name = f"{state.__name__.replace('_', '-')}-{browser.__name__.lower()}"
                make_sheet(FOLDER / f"{name}.webp", list(pictures(state, page)))
                print(name)
        finally:
            page.close()
finally:
    sheet.close()
