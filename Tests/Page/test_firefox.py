"""Tests that other modules run in Chromium, in Firefox: those in ALWAYS each time, all of them before a release."""

import unittest

import test_inside
import test_looks
import test_page
import test_start
import test_till_looks
from firefox import Firefox
from kitchen import Kitchen
from screens import before_release
from speaker import Speaker

MODULES = (test_page, test_looks, test_inside, test_start, test_till_looks)
ALWAYS = {
    "test_the_keypad_takes_the_keys_of_a_keyboard", "test_the_keyboard_is_enough", "test_the_keyboard_stays_where_it_was",
    "test_the_way_back_is_said", "test_the_remaining_time_is_said_at_sensible_moments",
    "test_motion_is_reduced_where_it_is_asked_for", "test_right_to_left",
    # Of links, of a page without scripts or files, and what is kept of a page that is left.
    "test_only_the_tap_starts_it_and_the_timers_follow", "test_back_starts_nothing", "test_buttons_that_come_later_are_seen_at_once",
    "test_without_scripts_the_plain_page_follows", "test_one_answer_is_enough_to_draw_a_page",
    # Of the till: axe, light and dark, and from right to left.
    "test_lunch", "test_split_adjustments",
}
OTHERS = {
    # Only Chromium counts layouts, says whether a page can be installed, and draws the page of a link before a tap.
    "test_a_bar_that_moves_lays_out_nothing", "test_it_can_be_installed",
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
    others = {name: None for name in OTHERS if hasattr(tests, name)}
    return before_release(*ALWAYS)(type(f"Firefox{tests.__name__}", (tests,), others))


globals().update({each.__name__: each for each in (
    in_firefox(tests) for module in MODULES for tests in vars(module).values()
    if isinstance(tests, type) and issubclass(tests, unittest.TestCase) and tests.__module__ == module.__name__)})
