"""What is answered over HTTP: values as JSON, and refusals with a status of their own."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from starlette.responses import Response

from cancellation_hearts.core.codec import encode
from cancellation_hearts.table import TableCode
from cancellation_hearts.wire import Refused, WireCode

STATUS: Final[dict[str, HTTPStatus]] = {
    WireCode.BAD_MESSAGE: HTTPStatus.BAD_REQUEST,
    WireCode.BAD_PROTOCOL: HTTPStatus.BAD_REQUEST,
    WireCode.BAD_ORIGIN: HTTPStatus.FORBIDDEN,
    WireCode.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    WireCode.TOO_MANY: HTTPStatus.TOO_MANY_REQUESTS,
    TableCode.NOT_KNOWN: HTTPStatus.UNAUTHORIZED,
    WireCode.NO_SUCH_CODE: HTTPStatus.NOT_FOUND,
    WireCode.NOT_FOUND: HTTPStatus.NOT_FOUND,
    WireCode.NOT_READY: HTTPStatus.SERVICE_UNAVAILABLE,
    WireCode.BROKEN: HTTPStatus.INTERNAL_SERVER_ERROR,
    TableCode.NO_TABLE: HTTPStatus.NOT_FOUND,
    TableCode.REMOVED: HTTPStatus.FORBIDDEN,
    TableCode.NOT_INVITED: HTTPStatus.FORBIDDEN,
    TableCode.BAD_NAME: HTTPStatus.BAD_REQUEST,
    TableCode.TOO_MUCH_TALK: HTTPStatus.TOO_MANY_REQUESTS,
    TableCode.STORE_FAILED: HTTPStatus.SERVICE_UNAVAILABLE,
    TableCode.BUSY: HTTPStatus.SERVICE_UNAVAILABLE,
}
"""Of a refusal; those that the state of the table explains are a conflict (409)."""


def refused(message: Refused) -> Response:
    """A refusal as an answer."""
    status = STATUS.get(message.code, HTTPStatus.CONFLICT)
    headers = {}
    if "wait" in message.details:
        headers["Retry-After"] = str(message.details["wait"])
    return json(message, status=status, headers=headers)


def json(
    value: object,
    *,
    status: HTTPStatus = HTTPStatus.OK,
    headers: dict[str, str] | None = None,
) -> Response:
    """A value as an answer, which nobody keeps."""
    return Response(
        value if isinstance(value, bytes) else encode(value),
        status,
        {"Cache-Control": "no-store"} | (headers or {}),
        "application/json",
    )
