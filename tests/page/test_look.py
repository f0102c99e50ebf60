"""No screen touches the look of another, whatever was looked at before.

A stylesheet comes with its screen and stays for the whole visit. So its rules need a class that no
other one knows; and each screen is measured with what it brings itself, and at the same moment with
every stylesheet there is, in two orders.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.page.phones import Phone
from tests.page.test_lobby import made
from tests.page.test_result import played

WEB: Final = Path(__file__).parents[2] / "src" / "cancellation_hearts" / "web"
SHARED: Final = ("tokens.css", "page.css", "form.css")
"""They are there from the beginning, for every screen."""
LAZY: Final = sorted(path.name for path in (WEB / "css").glob("*.css") if path.name not in SHARED)


def selectors(name: str) -> list[str]:
    """Every selector of a stylesheet, those of a list each by itself."""
    text = re.sub(r"/\*.*?\*/", "", (WEB / "css" / name).read_text("utf-8"), flags=re.DOTALL)
    text = re.sub(r"@keyframes \w+ \{(?:[^{}]*\{[^{}]*\})*\s*\}", "", text)
    heads = [head.strip() for head in re.findall(r"([^{};]+)\{", text)]
    return [
        re.sub(r"\s+", " ", one.strip())
        for head in heads
        if not head.startswith("@")
        for one in re.split(r",(?![^()]*\))", head)
    ]


def classes(selector: str) -> set[str]:
    """The classes that an element has to have, or to stand in."""
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", re.sub(r":not\([^()]*\)", "", selector)))


def every_class(name: str) -> set[str]:
    return set().union(*map(classes, selectors(name)))


def test_a_stylesheet_is_there_to_be_read() -> None:
    assert LAZY == ["menu.css", "pages.css", "result.css", "room.css", "start.css", "table.css"]
    assert classes(".a:not(.b, .c) > .d:is(.e, .f)") == {"a", "d", "e", "f"}
    assert {".veil", ".panel.over.wide", ":lang(lo)"} <= set(selectors("page.css"))


@pytest.mark.parametrize("name", LAZY)
def test_every_rule_of_a_screen_needs_a_class_that_no_other_stylesheet_knows(name: str) -> None:
    known = Counter(one for file in (*SHARED, *LAZY) for one in every_class(file))
    assert [s for s in selectors(name) if all(known[one] > 1 for one in classes(s))] == []


def test_every_class_with_a_look_is_somewhere_on_the_page() -> None:
    scripts = [*(WEB / "js").glob("*.js"), WEB / "index.html"]
    words = set(re.findall(r"[\w-]+", "\n".join(path.read_text("utf-8") for path in scripts)))
    suits = set("SHDC")
    assert {
        name: unused
        for name in (*SHARED, *LAZY)
        if (unused := sorted(every_class(name) - words - suits))
    } == {}


# --- in a browser ---------------------------------------------------------------------------

COMPARE: Final = """async names => {
  const own = [...document.querySelectorAll("link[rel=stylesheet]")];
  const folder = own[0].href.replace(/[^/]*$/, "");
  const brought = own.filter(link => names.some(name => link.href === folder + name));
  const bring = name => new Promise((done, failed) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet" });
    link.href = folder + name;
    link.onload = () => { link.sheet.disabled = true; done(link); };
    link.onerror = failed;
    document.head.append(link);
  });
  const orders = [names, names.toReversed()];
  const added = [];
  for (const order of orders) added.push(await Promise.all(order.map(bring)));
  const properties = new Set();
  const collect = rules => {
    for (const rule of rules) {
      for (const property of rule.style ?? []) properties.add(property);
      if (rule.cssRules) collect(rule.cssRules);
    }
  };
  for (const link of added[0]) collect(link.sheet.cssRules);
  const told = style =>
    [...properties].map(name => `${name}: ${style.getPropertyValue(name)}`).join("; ");
  const all = [...document.querySelectorAll("#app *")].filter(one => one.checkVisibility());
  const measure = () => all.map(element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const looks = [null, "::before", "::after"].map(part => getComputedStyle(element, part))
      .map((style, part) => part && style.content === "none" ? "" : told(style));
    return `at: ${[x, y, width, height]}; ${looks.join("; ")}`;
  });
  const only = links => {
    for (const link of [...brought, ...added.flat()]) link.sheet.disabled = !links.includes(link);
  };
  only(brought);
  const alone = measure();
  const found = new Set();
  for (const links of added) {
    only(links);
    measure().forEach((look, at) => {
      if (look === alone[at]) return;
      const [before, after] = [alone[at], look].map(one => one.split("; "));
      const differs = after.filter((one, index) => one !== before[index]).slice(0, 4);
      found.add(`${all[at].localName}.${[...all[at].classList].join(".")}: ${differs.join("; ")}`);
    });
  }
  only(brought);
  for (const link of added.flat()) link.remove();
  return [...found].slice(0, 12);
}"""
"""How an element differs from itself, with all stylesheets and with those that came with it."""
WINDOWS: Final = [((375, 667), "light"), ((1280, 800), "dark")]


def check(page: Page, where: str) -> None:
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    assert page.locator("#app *").count() > 3, where
    found = page.evaluate(COMPARE, LAZY)
    assert found == [], where


@pytest.fixture(params=WINDOWS, ids=lambda window: window[1])
def window(phone: Phone, request: pytest.FixtureRequest) -> Page:
    size, scheme = request.param
    return phone(*size, color_scheme=scheme, reduced_motion="reduce", allowed="favicon|/nowhere")


@contextmanager
def panel(page: Page, name: str) -> Iterator[None]:
    """A panel that is open for so long."""
    module = """async name => {
      const main = document.querySelector("script[type=module]").src;
      (await import(main.replace("main.js", "state.js"))).panel.value = name;
    }"""
    page.evaluate(module, name)
    expect(page.locator(".panel.over .inside > *").first).to_be_visible()
    yield
    page.evaluate(module, None)
    expect(page.locator(".panel.over")).to_have_count(0)


def check_panels(page: Page, where: str, *names: str) -> None:
    for name in names:
        with panel(page, name):
            check(page, f"{name} over {where}")


def test_pages_outside_a_table(window: Page) -> None:
    window.goto("/")
    check(window, "start")
    for name in ("Make a table", "Join by code"):
        window.get_by_role("button", name=name).click()
        check(window, name)
        window.get_by_role("button", name="Back").click()
    for page in ("settings", "rules", "nowhere"):
        window.goto(f"/{page}")
        check(window, page)


def test_the_door_and_the_lobby(window: Page, phone: Phone) -> None:
    made(window)
    check(window, "lobby")
    check_panels(window, "the lobby", "menu", "settings", "people", "talk", "rules", "book")
    check_panels(window, "the lobby", "invite", "seat 0", "seat 3")
    stranger = phone(375, 667)
    stranger.goto(window.url)
    expect(stranger.get_by_role("button", name="Take a seat")).to_be_visible()
    check(stranger, "door")
    window.goto("/")
    window.get_by_role("button", name="Play now").click()
    expect(window.locator(".tray .key").first).to_be_visible()
    check(window, "table")
    check_panels(window, "the table", "menu", "settings", "people", "talk", "rules", "book")
    check_panels(window, "the table", "invite", "seat 0", "seat 3", "score", "last")


def test_the_result(window: Page) -> None:
    played(window, "players=6 limit=1")
    expect(window.locator(".headline")).to_be_visible()
    check(window, "result")
    check_panels(window, "the result", "menu", "people", "talk", "score", "hands", "last", "book")
    window.get_by_role("button", name="Change the table").click()
    expect(window.locator(".lobby .foot")).to_be_visible()
    check(window, "lobby after a game")
    check_panels(window, "the lobby", "score", "hands", "last", "seat 0", "seat 3")
