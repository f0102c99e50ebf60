"""What docs/hosting.md tells to do, done: the restore drill, and the health check of the image."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from tests.server.serving import COMMAND, ROOT, Server


def command(*words: str, folder: Path) -> str:
    result = subprocess.run(
        [*COMMAND[:-1], *words], cwd=folder, check=True, capture_output=True, text=True, timeout=60
    )
    return result.stdout


def test_the_restore_drill(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))
    with Server(tmp_path / "data") as server:
        _status, ana = server.post("/api/tables", {"name": "Ana"})
        people = f"/api/tables/{ana['table']}/people"
        updates = f"/api/tables/{ana['table']}/updates"
        _status, ben = server.post(people, {"name": "Ben"})
        command("backup", "drill.sqlite3", *data, folder=tmp_path)
        assert server.post(people, {"name": "Cy"})[0] == 201  # after the copy

        command("restore", "drill.sqlite3", "--data", "drill", folder=tmp_path)
        with Server(tmp_path / "drill") as drill:
            assert drill.get("/readyz")[0] == 200
            for person, ticket in enumerate((ana, ben)):
                status, update = drill.get(updates, token=ticket["token"])
                assert (status, update["mine"]["person"]) == (200, person)
                assert [one["name"] for one in update["public"]["people"]] == ["Ana", "Ben"]
            assert drill.post(people, {"name": "Di"})[0] == 201
        _status, update = server.get(updates, token=ana["token"])
        assert [one["name"] for one in update["public"]["people"]] == ["Ana", "Ben", "Cy"]


def test_the_health_check_of_the_image_says_whether_somebody_could_play(tmp_path: Path) -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", "")
    found = re.search(r"^HEALTHCHECK .* CMD (\[.*\])$", text, re.MULTILINE)
    assert found is not None
    program = json.loads(found[1])[-1]

    def healthy(port: str) -> bool:
        check = [sys.executable, "-c", program.replace("8000", port)]
        return subprocess.run(check, check=False, capture_output=True, timeout=30).returncode == 0

    with Server(tmp_path / "data") as server:
        port = server.address.rpartition(":")[2]
        assert healthy(port)
        server.stop()
    assert not healthy(port)
