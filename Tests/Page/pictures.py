"""Makes the picture of the page in README.md, man/page.png, and the icons that can't be SVG, from web/icon.svg."""

from browser import Chromium
from kitchen import ROOT, Kitchen

kitchen = Kitchen()
page = Chromium("--lang=en-US")
try:
    kitchen.call("Start", egg="soft", elapsedMs=83_000)
    page.resize(800, 480)
    page.prefer(color_scheme="light")
    page.open(kitchen.address)
    page.wait_until_shown(".mark")
    page.save(ROOT / "man/page.png")

    for size in (192, 512):
        page.resize(size, size)
        page.driver.get(f"{kitchen.address}icon.svg")
        page.save(ROOT / f"web/icon-{size}.png")
finally:
    page.close()
    kitchen.close()
