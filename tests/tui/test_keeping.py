"""The folder of kept games: names, locks, and files that are whole or not there."""

import os
import stat
from pathlib import Path

import pytest

from cancellation_hearts.tui.keeping import KeepError, Shelf, is_free


def test_every_game_has_a_name_of_its_own_and_the_one_played_last_comes_first(
    tmp_path: Path,
) -> None:
    shelf = Shelf(tmp_path / "a" / "b")
    assert shelf.games() == []
    first, second = shelf.begin("one"), shelf.begin("two")
    assert [first.path.name, second.path.name] == ["game-1.chn", "game-2.chn"]
    os.utime(second.path, (1, 1))
    assert [path.name for path in shelf.games()] == ["game-1.chn", "game-2.chn"]


def test_only_the_owner_reads_a_game(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games")
    kept = shelf.begin("one")
    kept.write("two")
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(shelf.folder.stat().st_mode) == 0o700


def test_a_game_that_is_being_played_is_not_opened_twice(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    kept = shelf.begin("one")
    assert not is_free(kept.path)
    with pytest.raises(KeepError, match="another window"):
        shelf.resume("game-1")
    with pytest.raises(KeepError, match="no game is kept here"):
        shelf.resume()
    kept.write("two")  # another file under the same name
    assert not is_free(kept.path)
    kept.close()
    assert is_free(kept.path)
    assert shelf.resume().read() == b"two"


def test_a_game_is_found_by_its_name_or_its_path(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "games")
    shelf.begin("one").close()
    elsewhere = tmp_path / "mine.chn"
    elsewhere.write_text("two")
    for name, text in (("game-1", b"one"), ("game-1.chn", b"one"), (str(elsewhere), b"two")):
        kept = shelf.resume(name)
        assert kept.read() == text
        kept.close()
    with pytest.raises(KeepError, match="no such game"):
        shelf.resume("game-9")


def test_a_finished_game_is_a_record_and_nothing_to_resume(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    last = shelf.begin("one").finish("the end")
    assert last.name == "last.chn"
    assert last.read_text() == "the end"
    assert shelf.games() == []
    assert [path.name for path in tmp_path.iterdir()] == ["last.chn"]


def test_what_cannot_be_written_is_said_and_the_old_text_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Shelf(tmp_path)
    kept = shelf.begin("one")

    def full(_handle: int, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(KeepError, match=r"game-1\.chn: No space left"):
        kept.write("two")
    assert kept.path.read_text() == "one"
    assert [path.name for path in tmp_path.iterdir()] == ["game-1.chn"]


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(KeepError, match="file"):
        Shelf(tmp_path / "file" / "games").begin("one")
