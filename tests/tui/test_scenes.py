"""The page about the terminal shows what the program shows."""

from tests.tui.scenes import PAGE, page_with, scenes


def test_the_pictures_on_the_page_are_fresh() -> None:
    page = PAGE.read_text("utf-8")
    assert page == page_with(scenes(), page), "run tools/captures"
