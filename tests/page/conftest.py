"""One server and one browser for all tests of the page, and new windows for each of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.page.phones import Chromium, Phone, chromium
from tests.server.serving import Server
from tests.server.test_http import ROOMY


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    changed = {"rates": ROOMY | {"person": (10_000, 10_000)}}
    with Server(tmp_path_factory.mktemp("page") / "data", changed=changed) as server:
        yield server


@pytest.fixture(scope="session")
def browser(server: Server) -> Iterator[Chromium]:
    with chromium(server.address) as browser:
        yield browser


@pytest.fixture
def phone(browser: Chromium) -> Iterator[Phone]:
    with browser.in_use():
        try:
            yield browser.phone
        finally:
            complaints = browser.put_down()
        assert not complaints
