"""Tests that other modules run in Chromium, in Firefox: those in ALWAYS each time, all of them before a release."""

import unittest

import test_inside
import test_looks
import test_page
import test_start
import test_till_looks
from firefox import Firefox
from kitchen import Kitchen
from screens import IS_RELEASE
from speaker import Speaker

MODULES = (test_page, test_looks, test_inside, test_start, test_till_looks)
ALWAYS = {
    "test_the_keypad_takes_the_keys_of_a_keyboard", "test_the_keyboard_is_enough", "test_the_keyboard_stays_where_it_was",
    "test_the_way_back_is_said", "test_the_remaining_time_is_said_at_sensible_moments",
    "test_motion_is_reduced_where_it_is_asked_for", "test_right_to_left",
    # Of the till: axe, light and dark, and from right to left.
    "test_lunch", "test_split_adjustments",
}
# Those of Chromium's own tools, or with a Chromium of their own.
OTHERS = {
    "test_a_bar_that_moves_lays_out_nothing", "test_one_answer_is_enough_to_draw_a_page", "test_it_can_be_installed",
    "test_the_first_visit_is_small_and_takes_one_round", "test_without_javascript_forms_do_it",
    "test_the_bell_is_ready_when_the_page_is_opened", "test_without_scripts_the_plain_page_follows",
    "test_a_browser_that_fetches_links_before_a_tap_starts_nothing",
}


def setUpModule():
    speaker = Speaker()
    unittest.addModuleCleanup(speaker.close)
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)
    page = Firefox()
    unittest.addModuleCleanup(page.close)
    for module in MODULES:
        module.kitchen, module.page = kitchen, page
    page.open(kitchen.address)


def in_firefox(tests):
    """The tests of a class, as a class of this module."""
    names = unittest.defaultTestLoader.getTestCaseNames(tests)
    left = {name: None for name in names if name in OTHERS or not (IS_RELEASE or name in ALWAYS)}
    return type(f"Firefox{tests.__name__}", (tests,), left) if len(left) < len(names) else None


globals().update({each.__name__: each for each in (
    in_firefox(tests) for module in MODULES for tests in vars(module).values()
    if isinstance(tests, type) and issubclass(tests, unittest.TestCase) and tests.__module__ == module.__name__) if each})


if __name__ == "__main__":
    unittest.main()
