"""The screens on which each page must look right, and what is measured on them."""

import os
import unittest
from pathlib import Path

# Before a release, whole matrices are tested, of which otherwise a part must do.
IS_RELEASE = "EGG_WHOLE" in os.environ


def before_release(*always):
    """Leaves the tests of a class out except before a release, but not those with these names."""
    def leave_out(tests):
        for name in unittest.defaultTestLoader.getTestCaseNames(tests):
            if not IS_RELEASE and name not in always:
                setattr(tests, name, None)
        return tests
    return leave_out


SCREENSHOTS = Path(os.environ.get("EGG_SCREENSHOTS", ".build/page/screenshots"))

# Small and large phones, upright and sideways; tablets; panels on a wall; desks.
SIZES = [
    (320, 480), (375, 667), (390, 844), (480, 320), (744, 1133), (768, 1024), (800, 480), (800, 1280),
    (1024, 600), (1280, 800), (1920, 1080), (1080, 1920),
]
# All screens, also those of other phones and tablets.
ALL = [*SIZES, (360, 800), (393, 852), (412, 915), (480, 800), (600, 1024), (810, 1080), (820, 1180)]
# One screen of each shape: a phone and a tablet, upright, a panel, and a wide one.
SHAPES = [(375, 667), (768, 1024), (800, 480), (1280, 800)]
# The larger ones at a zoom of 200 %.
ZOOMED = [(400, 240), (400, 640), (512, 300), (640, 400), (960, 540), (540, 960)]
# The second is as wide as Arial.
FACES = ["DejaVu Sans", "Liberation Sans"]

# The device that is sold with each of these screens, and the millimetres of a CSS pixel on it. Of two devices with the
# same size in pixels, it's the finer one. Walls have 8 inches and more.
PHONE, PANEL, WALL = "phone", "panel of 7 inches", "wall"
DEVICES = {
    (320, 480): (PHONE, 0.156),  # 3.5 inches
    (480, 320): (PHONE, 0.156),
    (375, 667): (PHONE, 0.156),  # 4.7 inches
    (390, 844): (PHONE, 0.166),  # 6.1 inches
    (393, 852): (PHONE, 0.166),
    (360, 800): (PHONE, 0.177),
    (412, 915): (PHONE, 0.154),
    (800, 480): (PANEL, 0.193),
    (480, 800): (PANEL, 0.193),
    (1024, 600): (PANEL, 0.151),  # also sold with 10.1 inches
    (600, 1024): (PANEL, 0.151),
    (744, 1133): (WALL, 0.156),  # 8.3 inches
    (768, 1024): (WALL, 0.156),  # 7.9 inches, also sold with 9.7
    (810, 1080): (WALL, 0.192),  # 10.2 inches
    (820, 1180): (WALL, 0.192),  # 10.9 inches
    (1280, 800): (WALL, 0.135),  # 8 inches, also sold with 10.1
    (800, 1280): (WALL, 0.135),
    (1920, 1080): (WALL, 0.153),  # 13.3 inches, also sold with 24
    (1080, 1920): (WALL, 0.153),
}
# A figure's height in em.
FIGURE = 0.73

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
