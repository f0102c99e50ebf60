"""The pictures in the documents can be taken anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.page import preview
from tests.page.pictures import PICTURES, SCENES, take


def test_there_is_one_of_each_scene() -> None:
    assert {path.stem for path in PICTURES.glob("*.webp")} == set(SCENES)


@pytest.mark.long
def test_every_scene_can_be_played(tmp_path: Path) -> None:
    take(list(SCENES), tmp_path)
    assert all((tmp_path / f"{name}.webp").stat().st_size > 1000 for name in SCENES)


def test_the_picture_of_links_can_be_drawn_anew(tmp_path: Path) -> None:
    preview.take(tmp_path / "card.png")
    for file in (tmp_path / "card.png", preview.FILE):
        data = file.read_bytes()
        assert data.startswith(b"\x89PNG")
        size = (int.from_bytes(data[16:20]), int.from_bytes(data[20:24]))
        assert size == preview.SIZE
        assert len(data) < 300_000  # beyond that chats show none
