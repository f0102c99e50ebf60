"""The pictures in the documents can be taken anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.page.pictures import PICTURES, SCENES, take


def test_there_is_one_of_each_scene() -> None:
    assert {path.stem for path in PICTURES.glob("*.webp")} == set(SCENES)


@pytest.mark.long
def test_every_scene_can_be_played(tmp_path: Path) -> None:
    take(list(SCENES), tmp_path)
    assert all((tmp_path / f"{name}.webp").stat().st_size > 1000 for name in SCENES)
