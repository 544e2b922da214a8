"""The words of chat English that tell how those named belong together."""

from __future__ import annotations

from judge.cardtext.english import FINITE_BE, HAVE, POSSESSIVE, word_set

HARD = frozenset([".", ";", "!", "?", ":", "—", "–", "-", "(", ")", "=", "|", "→", ">", "…"])
LINKS = frozenset([":", "—", "–", "-", "=", "|", "→", ">", ","])
OPENERS = word_set(
    "when while if so because before after where since until once whenever though although but then that which who "
    "whose what how why"
)
AND = frozenset([",", "and", "&", "plus", "+", "/", "or", "n"])
COPULA = FINITE_BE | word_set("am be being 's i'm im he's she's it's they're =")
USE = word_set("use uses used using want wants wanted plays play played playing trigger triggers respond responds")
ATTACHED = word_set("attached attach attaches stuck equipped placed")
ENGAGED = word_set("engaged engaging engages engage facing")
BY = word_set("by from of for belonging controlled owned played held revealed")
TURN = word_set("turn turns go")
THEM = word_set("he she they him them it his her their its we us our who")
OWNERS = POSSESSIVE | {"our"}
TEXT_NOUNS = word_set(
    "text texts ability abilities power powers effect card dashboard says reads wording rule reaction interrupt "
    "response it's that super says: special boost trigger"
)
FORM_NOUNS = word_set("form side mode")
FIRSTS = (("first", "player"), ("fp",), ("1st", "player"), ("starting", "player"), ("p1",))
PREPOSITIONS = word_set(
    "to from on onto into against by with without using at in of for as under between among near via vs versus "
    "over about"
)
FIGHT = word_set("vs versus against fighting fight fights facing fought")
PLAY_AS = word_set("play plays playing played as piloting run runs running am is was were i'm im be 's be being =")
COMPANY = word_set("players player heroes seats people party team")
GAP = 4
RECENT = 8
POSSESSIONS = word_set("cards card hand side board has have controls in play the of deck stuff")
BULLETS = frozenset("-*•–—>·+")
LIGHT = word_set(
    "make makes made making do does did doing declare declares launch launches start starts initiate initiates"
)
CONTRACTED = word_set("he she it they who that there which")
PREDICATES = word_set(
    "got a an the in on also currently already playing engaged attached been not first at up now both just still"
)
NEAR = 6
BEHIND = 9
OPENING = 14
FILLED = 4
COUNTS = word_set("two three four of")
NUMBERED = (("first", "1st"), ("second", "2nd"), ("third", "3rd"), ("fourth", "4th"), ("fifth", "5th"))
NOBODY = word_set("nobody no without don't didn't doesn't won't isn't not never")
BETWEEN = word_set("also now just then really only still being already first about to going")
AS = word_set("on as the a an playing hero identity character main currently named called now also my playing: :")
DETERMINERS = word_set("a an the this that these those another one some his her its their my our any each another")
ADJECTIVES = word_set(
    "undefended basic ranged melee next own first second third other tough big new last normal regular single current "
    "exhausted wounded stunned ready fancy little old same only main super supporting lvl"
)
LYING = word_set(
    "is are was were 's currently also now which who that attached engaged engaging with on onto upon to sitting lying "
    "stuck the a an my controlled owned played by already still equipped placed has been from under"
)
PLACED = word_set("at in on location loc space place number")
HAVING = HAVE | word_set(
    "having got with holds hold holding held controls control controlling runs run running carries carry carrying "
    "wears wear wearing wields wield wielding owns own owning brings i've ive keeps gains"
)
PASSIVE = FINITE_BE | word_set(
    "am be being been 's 're 'm i'm im was were gets get got getting he's she's it's they're"
)
SELVES = word_set("mine hers yours ours himself herself itself myself themselves")
TELLING = (COPULA | HAVING) - {"with"}
