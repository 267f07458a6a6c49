"""Words of tools and requests: identifiers split, stop words left out, endings cut."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

import snowballstemmer

# words that requests share whatever they ask for
STOP_WORDS = frozenset(
    """
    a about above after again against all also am an and any are arent as at be because been before being below
    between both but by can cannot cant could couldnt did didnt do does doesnt doing dont down during each few for
    from further get give had hadnt has hasnt have havent having he hed hell help her here heres hers herself hes
    him himself his how hows i id if ill im in into is isnt it its itself ive know let lets like me more most my
    myself need no nor not of off on once only or other ought our ours ourselves out over own please same shall
    she should so some such tell than that thats the their theirs them themselves then there theres these they
    theyd theyll theyre theyve this those through to too under until up us very want was wasnt we wed were werent
    weve what whats when whens where wheres which while who whos whom why will with wont would wouldnt you youd
    youll your youre yours yourself yourselves youve find show
    """.split()  # noqa: SIM905 - a hundred quoted words are harder to read
)
_APOSTROPHES = str.maketrans("", "", "'’`")
_RUN = re.compile(r"[^\W_]+")
# camelCase and letter-digit borders; then whatever is neither Latin nor a digit
_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_a-zA-Z]+")
_UNSPACED = re.compile(r"[぀-ヿ㐀-鿿가-힯豈-﫿]")
_STEMMER = snowballstemmer.stemmer("english")


def split(text: str) -> Iterator[str]:
    """The lower-case words of a text: `getHTTPStatus_v2` gives get, http, status, v, 2.

    Accents are folded. A run of an unspaced script (`unspaced`) stays whole: there are no words to see.
    """
    plain = unicodedata.normalize("NFKC", text.translate(_APOSTROPHES))
    for run in _RUN.findall(plain):
        for part in _PART.findall(_folded(run)):
            yield part.lower()


def terms(text: str) -> list[str]:
    """What is compared: the stems of the words that are no stop words, in order."""
    return [stem(word) for word in split(text) if word not in STOP_WORDS]


def pairs(stems: Iterable[str]) -> list[str]:
    """Neighbouring terms as one: word order that single terms lose."""
    return [f"{first} {second}" for first, second in pairwise(stems)]


def unspaced(word: str) -> bool:
    """Whether a word is a run of a script without spaces (CJK), or of Hangul, whose words carry particles."""
    return bool(_UNSPACED.match(word))


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The word without its English ending (Snowball)."""
    return str(_STEMMER.stemWord(word)) if word.isascii() else word


@lru_cache(maxsize=50_000)
def _folded(run: str) -> str:
    if run.isascii() or _UNSPACED.search(run):
        return run
    return "".join(c for c in unicodedata.normalize("NFKD", run) if not unicodedata.combining(c))
