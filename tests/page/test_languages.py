"""The page in every language: as browsers ask, as readers choose, each at a table their own."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from cancellation_hearts.i18n import LANGUAGES, words
from tests.page.phones import Phone
from tests.page.test_fit import SEATS, at_table, look, seated
from tests.server.serving import Server

OTHERS: Final = [name for name in LANGUAGES if name != "en"]

# --- which language ------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_screen_speaks_as_the_browser_does(phone: Phone, language: str) -> None:
    page = phone(375, 667, locale=language)
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", language)
    play = words(language).gettext("Play now")
    expect(page.get_by_role("button", name=play)).to_be_visible()


def test_a_reader_changes_the_language_at_the_table_and_nobody_elses(
    phone: Phone, server: Server
) -> None:
    party = seated(6, "turn").begins_at(server)
    party.come()
    ana, bo = phone(375, 667), phone(375, 667, locale="lo")
    party.sit(ana)
    party.sit(bo, 1)
    expect(ana.locator(".say")).to_contain_text("Your turn")
    ana.locator(".hand .key[data-card=D2]").click()
    ana.get_by_role("button", name="Menu").click()
    ana.get_by_role("button", name="Settings").click()
    ana.get_by_role("button", name="Lietuvių").click()
    follow = words("lt").gettext("Your turn: follow {suit}").partition("{")[0].strip()
    expect(ana.locator(".say")).to_contain_text(follow)
    expect(ana.locator("html")).to_have_attribute("lang", "lt")
    expect(ana.get_by_role("dialog", name=words("lt").gettext("Settings"))).to_be_visible()
    expect(ana.locator(".hand .key.lifted")).to_have_attribute("data-card", "D2")
    expect(bo.locator("html")).to_have_attribute("lang", "lo")
    ana.reload()
    expect(ana.locator(".say")).to_contain_text(follow)


@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_speaks_the_language_too(phone: Phone, server: Server, language: str) -> None:
    party = seated(6, "turn").begins_at(server)
    party.come()
    page = phone(375, 667, locale=language)
    party.sit(page)
    page.locator(".hand .key[data-card=S3]").click(force=True)
    said = words(language).gettext("You must follow suit: {suit}.").partition("{")[0].strip()
    expect(page.locator(".notice")).to_contain_text(said)


def test_only_lao_readers_fetch_the_lao_letters(phone: Phone) -> None:
    for language, expected in (("en", False), ("ceb", False), ("lo", True)):
        page = phone(375, 667, locale=language)
        page.goto("/")
        page.wait_for_load_state("networkidle")
        page.evaluate("document.fonts.ready")
        fetched = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
        assert any("noto-sans-lao" in url for url in fetched) == expected, (language, fetched)


# --- how it looks --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", [*OTHERS, "pseudo"])
def test_a_table_fits_in_every_language(phone: Phone, server: Server, language: str) -> None:
    with at_table(phone, server, 8, "turn", language=language) as page:
        assert look(page, f"8-turn-{language}", schemes=("light",)) == {}


@pytest.mark.long
@pytest.mark.parametrize("language", [*OTHERS, "pseudo"])
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("moment", ["passing", "got", "pairs", "last", "late"])
def test_every_table_fits_in_every_language(
    phone: Phone, server: Server, seats: int, moment: str, language: str
) -> None:
    with at_table(phone, server, seats, moment, language=language) as page:
        name = f"{seats}-{moment}-{language}"
        assert look(page, name, schemes=("light",)) == {}
