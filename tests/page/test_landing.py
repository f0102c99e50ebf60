"""The page that everybody sees first."""

from __future__ import annotations

import pytest

from tests.page.phones import SIZES, WINDOWS, Phone, barriers, boxes, overlapping, sideways


@pytest.mark.parametrize("size", WINDOWS)
def test_it_fits_into_every_window(phone: Phone, size: str) -> None:
    page = phone(*SIZES[size])
    page.goto("/")
    assert page.title() == "Cancellation Hearts"
    assert sideways(page) == 0
    parts = boxes(page, "main > *")
    assert overlapping(parts) == []


def test_it_keeps_nobody_out(phone: Phone) -> None:
    page = phone()
    page.goto("/")
    assert barriers(page) == []
