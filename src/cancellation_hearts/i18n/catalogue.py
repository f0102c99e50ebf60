"""Catalogues: from the English sentence in the code to the reader's language.

English is written in the code and marked for extraction: ``words.gettext("Your hand")`` where it
is used at once, ``N_("...")`` where it stands in a table. The page in the browser marks its own:
``t("Your hand")``, ``nt("{n} card", "{n} cards", n)`` and, with a context, ``pt("order", "Play")``.
``tools/words`` collects all sentences in ``locale/messages.pot``, and once more those of the page
in ``locale/page.pot``; a language is one file, ``locale/<code>.po``, which is read as it is:
nothing is compiled, and a new language needs no code.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from typing import Final, TypeAlias

Words: TypeAlias = NullTranslations
"""``gettext``, ``ngettext`` and ``pgettext`` of one language."""

_LOCALE: Final = files("cancellation_hearts.i18n") / "locale"
ENGLISH: Final = "en"
_NUMBERS: Final = 200
"""Among so many every form of a language occurs."""


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


def form_of(words: Words, n: int) -> int:
    """Which of a language's forms a number takes: 0, 1, ... in the order of its catalogue.

    >>> [form_of(words(), n) for n in (0, 1, 2)]
    [1, 0, 1]
    """
    plural: Callable[[int], int] = getattr(words, "plural", lambda n: int(n != 1))
    return plural(n)


def of_page(words: Words, template: str | None = None) -> dict[str, list[str]]:
    """The page's sentences in a language, each in all its forms.

    A sentence with a context is called by both, with U+0004 between them, as in compiled
    catalogues. ``template``: ours, if no other one is given.
    """
    samples = {form_of(words, n): n for n in reversed(range(_NUMBERS))}
    found = {}
    if template is None:
        template = (_LOCALE / "page.pot").read_text("utf-8")
    for context, one, many in _sentences(template):
        if many:
            found[_called(context, one)] = [
                words.ngettext(one, many, samples[form])
                if context is None
                else words.npgettext(context, one, many, samples[form])
                for form in sorted(samples)
            ]
        else:
            found[_called(context, one)] = [
                words.gettext(one) if context is None else words.pgettext(context, one)
            ]
    return found


@cache
def _sentences(template: str) -> tuple[tuple[str | None, str, str], ...]:
    """Context, sentence, and how it is said of many; kept, for every language asks for them."""
    import polib  # noqa: PLC0415 - not for English

    return tuple(
        (entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in polib.pofile(template)
    )


def _called(context: str | None, sentence: str) -> str:
    return sentence if context is None else f"{context}\4{sentence}"


def own_words() -> Words:
    """The words of whoever runs this program, by the variables that gettext obeys.

    LANGUAGE names languages in the order of one's wishes; behind it comes the first one that is
    set of LC_ALL, LC_MESSAGES and LANG.
    """
    values = [os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    usual = next((value for value in values if value), "")
    return words(language_of(f"{os.environ.get('LANGUAGE', '')}:{usual}"))


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
