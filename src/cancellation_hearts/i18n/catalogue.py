"""Catalogues: from the English sentence in the code to the reader's language.

English is written in the code and marked for extraction: ``words.gettext("Your hand")`` where it
is used at once, ``N_("...")`` where it stands in a table. ``tools/words`` collects the sentences
in ``locale/messages.pot``; a language is one file, ``locale/<code>.po``, which is read as it is:
nothing is compiled, and a new language needs no code.
"""

from __future__ import annotations

import io
import re
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Final, TypeAlias

Words: TypeAlias = NullTranslations
"""``gettext``, ``ngettext`` and ``pgettext`` of one language."""

_LOCALE: Final = files("cancellation_hearts.i18n") / "locale"
ENGLISH: Final = "en"


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for it
    """Mark a sentence for extraction; it is translated where it is used."""
    return message


def _languages() -> tuple[str, ...]:
    found = [file.name.removesuffix(".po") for file in _LOCALE.iterdir()]
    return (ENGLISH, *sorted(name for name in found if re.fullmatch("[a-z]{2,3}", name)))


LANGUAGES: Final = _languages()
"""The languages there are: English, and one for each catalogue."""


@cache
def words(language: str = ENGLISH) -> Words:
    """The words of a language; ``ValueError`` names the known ones if there is no such language."""
    if language not in LANGUAGES:
        raise ValueError(f"no language {language!r}; there are {', '.join(LANGUAGES)}")
    if language == ENGLISH:
        return NullTranslations()
    return read_catalogue((_LOCALE / f"{language}.po").read_bytes())


def read_catalogue(po: bytes) -> Words:
    """The words that a catalogue in PO form holds; what it does not translate stays English."""
    import polib  # noqa: PLC0415 - not for English

    return GNUTranslations(io.BytesIO(polib.pofile(po.decode("utf-8")).to_binary()))


def language_of(wishes: str) -> str:
    """The first language there is among wishes such as ``lt_LT.UTF-8`` or ``ceb:en``.

    >>> language_of("xx_YY.UTF-8"), language_of("en_GB.UTF-8:xx")
    ('en', 'en')
    """
    for wish in re.split("[:,;]", wishes):
        code = re.split("[_.@-]", wish.strip().lower())[0]
        if code in LANGUAGES:
            return code
    return ENGLISH
