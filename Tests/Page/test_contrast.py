"""Edges, bars and marks have a contrast of at least 3 : 1 with their surroundings: light, dark and with forced colours."""

import unittest

from browser import Chromium, Keys, KitchenTest, WebKit
from firefox import Firefox
from kitchen import CONFIGURATION
from selenium.webdriver.common.action_chains import ActionChains
from screens import IS_RELEASE, SCREENSHOTS

LEAST = 3

# Colours as a browser computes them, also those of color-mix(), which are "color(srgb …)".
COLOURS = """
    const context = Object.assign(document.createElement('canvas'), {width: 1, height: 1}).getContext('2d', {willReadFrequently: true});
    // The ground behind the page itself.
    const probe = Object.assign(document.createElement('i'), {style: 'color: Canvas; forced-color-adjust: none'});
    document.body.append(probe);
    const {color: canvas} = getComputedStyle(probe);
    probe.remove();
    const paint = colours => {
      for (const colour of [canvas, ...colours]) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
      return [...context.getImageData(0, 0, 1, 1).data];
    };
    const style = (each, part) => getComputedStyle(each, part);
    const lineage = each => each ? [...lineage(each.parentElement), each] : [];
    const ground = each => paint(lineage(each).map(one => style(one).backgroundColor));
    const on = (colour, each) => paint([...lineage(each).map(one => style(one).backgroundColor), colour]);
    const light = rgb => {
      const [r, g, b] = rgb.slice(0, 3).map(each => each / 255).map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
      const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
      return (bright + 0.05) / (dark + 0.05);
    };
    const seen = selector => [...(([...document.querySelectorAll('dialog[open]')].pop() ?? document.body).querySelectorAll(selector))]
      .filter(each => each.checkVisibility({visibilityProperty: true}) && each.getClientRects().length);
    const name = each => `${each.tagName.toLowerCase()}#${each.id}.${each.className} ${each.textContent.trim().slice(0, 20)}`;
"""

# Marks of chosen, current and fillable elements, and the contrast of their edges.
MARKS = COLOURS + """
    const found = [];
    const tell = (what, each, one, other) => found.push([what, name(each), Math.round(contrast(one, other) * 100) / 100]);
    const edge = (each, side = 'Top') => style(each)[`border${side}Style`] === 'none' ? 'transparent' : style(each)[`border${side}Color`];
    const chosen = ':is(.chosen, :checked + .face, [aria-pressed=true]:not(#ring-here), [aria-selected=true], label:has(:checked), .adjusted)';
    // Between dashes one sees the ground.
    const beside = each => style(each).borderTopStyle === 'dashed' ? ground(each.parentElement) : on(edge(each), each.parentElement);
    const seenBeside = (one, other) => Math.max(
      contrast(on(edge(one), one.parentElement), beside(other)), contrast(ground(one), ground(other)));
    const peers = '.egg, .chip:not(.strong), .face, .check, .segments > *, .segments label';
    for (const each of seen(peers).filter(each => each.matches(chosen))) {
      tell('chosen on its ground', each, on(edge(each), each.parentElement), ground(each.parentElement));
      const others = seen(peers).filter(other => other.classList[0] === each.classList[0] && other.tagName === each.tagName && !other.matches(chosen));
      for (const other of others.filter(other => other.parentElement.parentElement === each.parentElement.parentElement)) {
        found.push(['chosen beside unchosen', name(each), Math.round(seenBeside(each, other) * 100) / 100]);
      }
    }
    for (const each of seen('[aria-current]')) tell('current page', each, on(edge(each, 'Bottom'), each), ground(each));
    for (const each of seen('.row:is([data-tone=ringing], [data-tone=missed])')) tell('alarm', each, on(edge(each), each.parentElement), ground(each.parentElement));
    for (const each of seen('.row[data-group]')) tell('group', each, on(edge(each, 'Left'), each.parentElement), ground(each.parentElement));
    for (const each of seen('.track')) if (edge(each) !== 'transparent') tell('track', each, on(edge(each), each.parentElement), ground(each.parentElement));
    for (const each of seen('#ring-here')) tell('bell', each, on(style(each).color, each), ground(each));
    for (const each of seen('input:not([type=range]):not([type=radio]):not([type=hidden]), textarea, .stepper button')) {
      const field = each.closest('.display') ?? each;
      const outside = ground(field.parentElement);
      found.push(['field', name(each), Math.round(Math.max(contrast(on(edge(field), field.parentElement), outside), contrast(ground(field), outside)) * 100) / 100]);
    }
    for (const each of seen('.toggle input')) tell('switch', each, on(style(each, '::before').backgroundColor, each), ground(each));
    return found;
"""

# The rings around what has the keyboard's focus; elements of this kind were focused by a key before.
RINGS = COLOURS + """
    const found = [];
    for (const each of seen('button:not(:disabled), a, input, textarea, select, summary, [tabindex="0"]')) {
      each.focus();
      if (document.activeElement !== each) continue;
      const ringed = [each, each.nextElementSibling, each.closest('label'), each.closest('.display')]
        .find(one => one && style(one).outlineStyle !== 'none' && parseFloat(style(one).outlineWidth) >= 2);
      if (!ringed) found.push(['no ring', name(each), 0]);
      else {
        const beside = parseFloat(style(ringed).outlineOffset) < 0 ? ringed : ringed.parentElement;
        found.push(['ring', name(each), Math.round(contrast(on(style(ringed).outlineColor, beside), ground(beside)) * 100) / 100]);
      }
    }
    document.activeElement?.blur();
    return found;
"""

# How well one sees, in a picture of the window, a bar's beginning beside the end of its track, a slider at both its ends
# beside its ground, and the words on a button that stands out.
PIXELS = COLOURS + """
    const [text, done] = arguments;
    createImageBitmap(new Blob([Uint8Array.from(atob(text), each => each.charCodeAt(0))])).then(image => {
      const { width, height } = image;
      const canvas = Object.assign(document.createElement('canvas'), {width, height}).getContext('2d', {willReadFrequently: true});
      canvas.drawImage(image, 0, 0);
      const parts = [...Array(101).keys()].map(each => each / 100);
      const measures = {
        bar: ['.row:is([data-tone=running], [data-tone=paused]) .track',
          pixel => Math.max(...[2, 3, 4, 5, 6, 7, 8].map(x => x / 100).map(x => contrast(pixel(x, 0.5), pixel(0.96, 0.5))))],
        slider: ['input[type=range]',
          pixel => Math.min(...[0.1, 0.9].map(x => Math.max(...parts.map(y => contrast(pixel(x, y), pixel(0, 0))))))],
        words: ['.strong, .stop',
          pixel => Math.max(...parts.map(x => contrast(pixel(0.1 + x * 0.8, 0.5), pixel(0.5, 0.12))))],
      };
      done(Object.entries(measures).flatMap(([kind, [selector, measure]]) => seen(selector).flatMap(each => {
        const place = each.getBoundingClientRect();
        if (place.top < 0 || place.bottom > innerHeight) return [];
        const pixel = (x, y) => [...canvas.getImageData(
          Math.floor((place.left + x * (place.width - 1)) * width / innerWidth), Math.floor((place.top + y * (place.height - 1)) * height / innerHeight), 1, 1).data];
        return [[kind, name(each), Math.round(measure(pixel) * 100) / 100]];
      })));
    });
"""


class ContrastTest(KitchenTest):
    """The tests of each engine, which has `schemes`, the ways in which it can show colours."""

    # The kinds of marks on every page.
    always = ()

    def setUp(self):
        self.kitchen.clear()
        self.page.resize(1280, 1200)
        self.prefer(None)

    def prefer(self, scheme):
        """Shows the colours of a scheme."""

    def axe(self):
        return []

    def rings(self):
        return []

    def check(self, name, kinds=()):
        """Measures and keeps the page as it is, in each scheme; there must be marks of some kinds."""
        problems = []
        for scheme in self.schemes:
            # The focus, which went to each control, has scrolled what it is in.
            self.page.run("for (const each of document.querySelectorAll('html, body *')) if (each.scrollTop) each.scrollTop = 0;")
            self.prefer(scheme)
            self.page.save(SCREENSHOTS / f"contrast-{self.page.__class__.__name__}-{name}-{scheme}.png")
            found = self.page.run(MARKS)
            found += self.page.driver.execute_async_script(PIXELS, self.page.driver.get_screenshot_as_base64())
            found += self.rings()
            problems += [(scheme, *each) for each in found if each[2] < LEAST]
            problems += [(scheme, *each) for each in self.axe()]
            self.assertLessEqual({*kinds, *self.always}, {each[0] for each in found})
        self.assertEqual(problems, [])

    def open(self, name, ready):
        self.page.driver.get(self.kitchen.address + name)
        self.page.wait_until_shown(ready)

    def still(self):
        self.page.run("document.querySelectorAll('.ripple').forEach(each => each.remove())")

    def test_timers_in_each_state(self):
        kitchen, page = self.kitchen, self.page
        kitchen.reload(CONFIGURATION.replace("Poached, runny", "Poached") + "[alarm]\nsilence-after = 1s\n")
        try:
            kitchen.call("Start", durationMs=1000, name="left-pot")
            kitchen.wait_for("left-pot", state="missed")
        finally:
            kitchen.reload(CONFIGURATION)
        kitchen.call("Start", durationMs=1000, name="stew")
        kitchen.wait_for("stew", state="ringing")
        kitchen.call("Snooze", forMs=600_000)
        kitchen.call("Start", egg="soft", elapsedMs=150_000)
        kitchen.call("Start", egg="medium", name="right-pot", elapsedMs=200_000)
        kitchen.call("Pause", name="right-pot")
        kitchen.call("Cook", eggs=[{"egg": "soft", "count": 1}, {"egg": "hard", "count": 1}])
        page.open(kitchen.address)
        page.wait("return document.querySelectorAll('.row').length === 6")
        page.run("document.querySelectorAll('.row[data-group] .fill').forEach(each => { each.style.maxInlineSize = '60%'; })")
        page.wait_until_shown(".mark")
        self.check("timers", kinds=["chosen on its ground", "chosen beside unchosen", "current page", "group", "alarm", "bar"])

    def test_one_timer(self):
        self.kitchen.call("Start", egg="soft", elapsedMs=150_000)
        self.page.open(self.kitchen.address)
        self.page.wait_until_shown(".mark")
        self.check("timer", kinds=["bar"])
        self.kitchen.call("Pause")
        self.kitchen.wait_for(state="paused")
        self.page.wait_until_shown("[data-tone=paused]")
        self.check("paused", kinds=["bar"])

    def test_what_is_pressed(self):
        self.page.open(self.kitchen.address)
        self.page.tap("#ring-here")
        self.addCleanup(self.page.run, "document.querySelector('#ring-here[aria-pressed=true]')?.click()")
        self.page.tap("#together")
        self.page.tap('[data-egg="soft"]')
        self.page.wait_until_shown(".mark")
        self.still()
        self.check("pressed", kinds=["bell", "chosen beside unchosen"])

    def test_an_alarm(self):
        self.page.open(self.kitchen.address)
        self.kitchen.call("Start", egg="soft", durationMs=1000)
        self.page.wait_until_shown("dialog.ringing")
        self.check("ringing", kinds=["words"])

    def test_the_drawer_of_this_egg(self):
        self.page.open(self.kitchen.address)
        self.page.tap("#this-egg")
        self.page.wait_until_shown("dialog[open]")
        self.still()
        self.check("this-egg", kinds=["chosen beside unchosen", "field"])

    def test_lunch(self):
        self.open("lunch", "#soup")
        self.kitchen.call("Start", egg="soft")
        self.page.wait_for_text("#strip", "oft egg")
        self.page.tap("#delivery")
        self.still()
        self.check("lunch", kinds=["chosen on its ground", "field", "slider", "switch", "current page"])

    def test_convert(self):
        self.open("convert", "#keypad")
        self.page.wait_for_text("#input-unit", "F")
        self.check("convert")

    def test_tip(self):
        self.open("tip", "#front")
        self.page.wait_for_text("#total-tip", "0.00")
        self.check("tip")
        self.page.tap("#percent")
        self.page.wait_until_shown("dialog [role=listbox]")
        self.still()
        self.check("tip-percent")
        self.page.run("document.querySelector('dialog[open]').close()")
        self.page.tap("#info")
        self.page.wait_until_shown("#back")
        self.page.wait("return document.getAnimations().length === 0")
        self.check("tip-settings")

    def test_cards(self):
        self.open("cards", "#login")
        self.check("cards")
        self.page.tap("#to-register")
        self.page.tap("#register .strong")
        self.page.wait_until_shown("#name-problem")
        self.still()
        self.check("cards-register")

    def test_pages_without_scripts(self):
        self.kitchen.call("Start", egg="soft", elapsedMs=83_000)
        self.open("plain?time=1", "main")
        self.check("plain")
        self.open("start?egg=soft", "main")
        self.check("start", kinds=["words"])


class ChromiumTests(ContrastTest, unittest.TestCase):
    schemes = ("light", "dark", "forced", "forced-dark")
    always = ("ring",)

    @staticmethod
    def engine():
        return Chromium("--lang=en-US")

    def prefer(self, scheme):
        colours = {"forced_colors": "active"} if scheme and scheme.startswith("forced") else {}
        self.page.prefer(color_scheme="dark" if scheme and scheme.endswith("dark") else "light", reduced_motion="reduce", **colours)

    def axe(self):
        return self.page.axe()

    def rings(self):
        # They are for those who use keys.
        self.page.run("""
            const inside = document.querySelector('dialog[open]') ?? document;
            [...inside.querySelectorAll('a, button')].find(each => each.checkVisibility()).focus();
        """)
        ActionChains(self.page.driver).send_keys(Keys.TAB).perform()
        return self.page.run(RINGS)


class WebKitTests(ContrastTest, unittest.TestCase):
    """WebKit shows the colours of its desktop, which are light, and no forced ones."""

    schemes = ("light",)
    engine = WebKit


class FirefoxTests(ContrastTest, unittest.TestCase):
    schemes = ("light", "dark", "forced", "forced-dark") if IS_RELEASE else ("forced",)
    engine = Firefox
    prefer = ChromiumTests.prefer
    rings = ChromiumTests.rings
    axe = ChromiumTests.axe
