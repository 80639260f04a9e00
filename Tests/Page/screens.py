"""The screens on which each page must look right, and what is measured on them."""

import os
from pathlib import Path

SCREENSHOTS = Path(os.environ.get("EGG_SCREENSHOTS", ".build/page/screenshots"))

# Small and large phones, upright and sideways; tablets; panels on a wall; desks.
SIZES = [
    (320, 480), (375, 667), (390, 844), (480, 320), (744, 1133), (768, 1024), (800, 480), (800, 1280),
    (1024, 600), (1280, 800), (1920, 1080), (1080, 1920),
]
# All screens, also those of other phones and tablets.
ALL = [*SIZES, (360, 800), (393, 852), (412, 915), (480, 800), (600, 1024), (810, 1080), (820, 1180)]
# The larger ones at a zoom of 200 %.
ZOOMED = [(400, 240), (400, 640), (512, 300), (640, 400), (960, 540), (540, 960)]
# The second is as wide as Arial.
FACES = ["DejaVu Sans", "Liberation Sans"]

MEASURES = Path(__file__).with_name("measures.js").read_text()


def look(page, name, important=(), sizes=SIZES, faces=FACES):
    """Looks at a page as it is, on each screen and with each font; keeps a picture of each, and returns what is wrong.

    Important elements must be within the window, wholly.
    """
    problems = []
    engine = type(page).__name__.lower()
    try:
        for face in faces:
            page.run("document.documentElement.style.setProperty('--face', arguments[0])", face)
            for width, height in sizes:
                page.resize(width, height)
                if face == faces[0]:
                    page.save(SCREENSHOTS / f"{name}-{width}x{height}-{engine}.png")
                found = page.run(MEASURES + "return look(arguments[0])", list(important))
                wrong = {kind: each for kind, each in found.items() if each}
                if wrong:
                    problems.append((engine, width, height, face, wrong))
    finally:
        page.run("document.documentElement.style.removeProperty('--face')")
    return problems
