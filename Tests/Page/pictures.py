"""Makes the pictures in README.md, man/page.png and those of the till, and the icons that can't be SVG, from
web/icon.svg."""

from browser import Chromium, Keys
from kitchen import ROOT, Kitchen
from selenium.webdriver.common.action_chains import ActionChains


def type(*keys):
    ActionChains(page.driver).send_keys(*keys).perform()


def show(name, ready):
    page.driver.get(kitchen.address + name)
    page.wait_until_shown(ready)


def keep(name):
    """Keeps the page as it is on a phone."""
    page.run("document.activeElement.blur(); scrollTo(0, 0)")
    page.wait("return !document.querySelector('.ripple')")
    page.save(ROOT / f"man/{name}.png")


def keep_the_till():
    page.resize(375, 667)
    page.prefer(color_scheme="light", reduced_motion="reduce")
    show("lunch", "#soup")
    page.tap('[aria-label="One more: Soup"]')
    for _ in range(2):
        page.tap('[aria-label="One more: Main Dish"]')
    page.find("#cola").send_keys(*[Keys.ARROW_RIGHT] * 5)
    page.run("document.querySelector('#delivery').click(); document.querySelectorAll('#currencies button')[2].click()")
    page.wait_for_text("#total", "43.03 BGN")
    keep("lunch")

    show("convert", "#keypad")
    page.wait_for_text("#input-unit", "F")
    type("98.6")
    page.wait("return document.querySelector('#result').value === '37'")
    keep("convert")

    show("tip", "#front")
    page.run("localStorage.setItem('tip-settings', JSON.stringify({settings: {currency: 'USD'}}))")
    show("tip", "#front")
    page.wait_for_text("#total-tip", "$0.00")
    page.tap("#bill")
    page.wait_until_shown("dialog.pad")
    type("85.40", Keys.ENTER)
    page.wait_for_text("#bill", "$85.40")
    for button, value in (("#percent", "18"), ("#people", "4")):
        page.tap(button)
        page.wait_until_shown("dialog [role=listbox]")
        page.run("document.querySelector(`dialog [data-value='${arguments[0]}']`).click()", value)
    page.wait_for_text("#total-per-person", "25.20")
    keep("tip")

    show("cards", "#login")
    page.tap("#to-register")
    for name, text in (("name", "Ana"), ("email", "ana@example.org"), ("emailAgain", "ana@example.org"), ("telephone", "+359 88 1234567")):
        page.find(f'[name="{name}"]').send_keys(text)
    page.tap("#register .strong")
    page.wait_until_shown("#recovery")
    page.tap("#kept")
    page.tap("#to-buy")
    page.wait_until_shown("#buy")
    page.run("document.querySelector('#genders input').click()")
    for name, text in (("recipient", "Boris"), ("color", "blue"), ("message", "Many happy returns, Boris! Yours"), ("senders", "Ana, Ivan")):
        page.find(f'[name="{name}"]').send_keys(text)
    page.find("#luxury").send_keys(*[Keys.ARROW_RIGHT] * 4)
    page.wait_for_text("#price", "BGN")
    keep("cards")


kitchen = Kitchen()
page = Chromium("--lang=en-US")
try:
    kitchen.call("Start", egg="soft", elapsedMs=83_000)
    page.resize(800, 480)
    page.prefer(color_scheme="light")
    page.open(kitchen.address)
    page.wait_until_shown(".mark")
    page.save(ROOT / "man/page.png")

    keep_the_till()

    for size in (192, 512):
        page.resize(size, size)
        page.driver.get(f"{kitchen.address}icon.svg")
        page.save(ROOT / f"web/icon-{size}.png")
finally:
    page.close()
    kitchen.close()
