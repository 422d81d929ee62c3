"""What each route takes and answers, in one table: the OpenAPI document is made of it (`openapi.py`).

A new route gets a row here; `tests/ops/test_openapi.py` fails where one lacks it. A row whose route is not
served is left out of the document. Pages for people (`/`, `/battles/…`, `/r/…`, `/schema`) have no row.
"""

from schemas import replies
from schemas.state import State
from server.battles.previewing import Preview
from server.http.battles import LISTED, BranchWish
from server.http.events import MOST, PAGE
from server.http.operation import (
    JSON,
    NDJSON,
    SSE,
    STRING,
    Answer,
    Operation,
    Param,
    closed,
    fields,
    ref,
    whole,
    words,
)

SEAT = {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,39}$"}
STATUS = fields(status={"type": "string", "enum": ["ok"]})
SEQ = {"type": ["integer", "null"], "minimum": 1}
AS = Param("as", SEAT, "For the GM: as this seat (or `spectator`) sees it.")
AT = Param("at", whole(0), "After which event; default the head.")
WITH = Param(
    "with",
    words("patch", "text"),
    "`patch`: the RFC 7396 merge patch from the state before each event to the state after it; "
    "`text`: a sentence that says what happened.",
)
TOLD = Param("with", words("text"), "`text`: a sentence that says what would happen.")
AFTER = Param("after", whole(0, default=0), "Only events behind this seq.")
KEY = Param(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 64},
    "The command's `id`, for clients that keep it outside the body.",
    "header",
)

ALWAYS = ("too-many", "internal", "unavailable")
OPENING = ("malformed", "no-token", "bad-token", "gm-only", "no-such-battle", "conflict")
"""What may stand between a caller and any battle."""
SENDING = ("malformed", "not-json", "too-large")
STORING = ("busy",)
CREATED = Answer("Created; the tokens are shown this once.", {JSON: replies.Creation}, ("Location",))
EVENTS = fields(events={"type": "array", "items": ref("Event")})
PAGE_OF_EVENTS = fields(events={"type": "array", "items": ref("Event")}, head=whole(0))
BATTLE = "/v1/battles/{battle}"

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        method="POST",
        path="/v1/battles",
        id="createBattle",
        tag="battles",
        summary="Create a battle",
        text='From a whole spec, or `{"sample": name}` for one of a rule system\'s sample battles.',
        who="creator",
        body={JSON: ref("BattleCreation")},
        example={"sample": "mossy-cave", "public": True},
        answers={201: CREATED},
        problems=(*SENDING, *STORING, "no-token", "bad-token", "invalid-setup", "impossible"),
    ),
    Operation(
        method="GET",
        path="/v1/battles",
        id="listBattles",
        tag="battles",
        summary="List public battles, newest first",
        who="anyone",
        params=(
            Param("limit", whole(1, 200, LISTED), "How many."),
            Param("cursor", whole(1), "The `cursor` of the page before."),
            Param("ruleset", STRING, "Only of this rule system."),
            Param("status", {"type": "string", "enum": ["setup", "battle", "ended"]}, "Only in this phase."),
        ),
        answers={200: Answer("A page.", {JSON: replies.Listing})},
        problems=("malformed",),
    ),
    Operation(
        method="POST",
        path="/v1/join",
        id="join",
        tag="seats",
        summary="Take a seat with an invite code",
        text="A code works once; the claim is an event.",
        who="anyone",
        body={JSON: closed(("invite",), invite=STRING)},
        answers={201: Answer("Seated.", {JSON: fields(token=STRING, battle=STRING, seat=STRING)})},
        problems=(*SENDING, *STORING, "bad-token", "conflict"),
    ),
    Operation(
        method="POST",
        path=f"{BATTLE}/invites",
        id="invite",
        tag="seats",
        summary="Make a link for a seat (GM)",
        text="Also for a new seat; `revoke` ends the seat's tokens (a lost phone, a player who left).",
        body={
            JSON: closed(("seat",), seat=SEAT, revoke={"type": "boolean", "default": False}),
        },
        answers={201: Answer("A one-time code.", {JSON: fields(invite=STRING, url=STRING)})},
        problems=(*OPENING, *SENDING, *STORING, "read-only", "impossible"),
    ),
    Operation(
        method="GET",
        path=BATTLE,
        id="battle",
        tag="battles",
        summary="A battle at a glance",
        who="reader",
        params=(AS,),
        answers={200: Answer("Head, phase, who is waited for, the outcome.", {JSON: replies.Summary})},
        problems=OPENING,
    ),
    Operation(
        method="POST",
        path=f"{BATTLE}/commands",
        id="command",
        tag="playing",
        summary="Send a command",
        text="Validated by the battle's rule system and appended with its dice and effects; what follows "
        "from it by itself stands in the same answer.",
        params=(WITH, KEY),
        body={JSON: ref("Command")},
        example={"type": "note", "text": "It begins."},
        answers={
            201: Answer("Accepted: its event, then what followed.", {JSON: EVENTS}),
            200: Answer("The first answer to the same command id; nothing was appended.", {JSON: EVENTS}),
        },
        problems=(
            *OPENING,
            *SENDING,
            *STORING,
            "not-your-unit",
            "read-only",
            "no-such-event",
            "stale",
            "id-reused",
            "nothing-to-undo",
            "nothing-to-redo",
            "rule",
        ),
    ),
    Operation(
        method="POST",
        path=f"{BATTLE}/preview",
        id="preview",
        tag="playing",
        summary="What a command would need and do",
        text="Nothing is rolled and nothing appended.",
        params=(TOLD, KEY),
        body={JSON: ref("Command")},
        answers={200: Answer("It would be accepted.", {JSON: Preview})},
        problems=(
            *OPENING,
            *SENDING,
            "not-your-unit",
            "read-only",
            "no-such-event",
            "nothing-to-undo",
            "nothing-to-redo",
            "rule",
        ),
    ),
    Operation(
        method="GET",
        path=f"{BATTLE}/options",
        id="options",
        tag="playing",
        summary="What this seat could have accepted now",
        text="The command to send is `command` plus one `value` for each key of `choose`.",
        who="reader",
        params=(Param("unit", STRING, "Only this unit's."), AS),
        answers={200: Answer("The options.", {JSON: replies.Options})},
        problems=(*OPENING, "unknown-unit"),
    ),
    Operation(
        method="GET",
        path=f"{BATTLE}/events",
        id="events",
        tag="playing",
        summary="The log: a page, the whole, or live",
        text="`Accept: application/x-ndjson` streams it whole, a line an event; "
        "`Accept: text/event-stream` follows it live: `id:` is the seq, `event:` is `event` (as on a page), "
        '`presence` (`{"present": {seat: streams}}`, of this server) or `bye` (`{"why"}`: `stopping`, '
        "`revoked` or `unavailable`). Silence is broken by a comment every 15 seconds. "
        "Whoever takes nothing for 20 seconds is cut off; a stream resumes behind `Last-Event-ID`, "
        "else `after`.",
        who="reader",
        params=(
            AFTER,
            Param("limit", whole(1, MOST, PAGE), "How many; a page only."),
            WITH,
            Param("Last-Event-ID", STRING, "Where a live stream was cut off.", "header"),
            AS,
        ),
        answers={200: Answer("Events.", {JSON: PAGE_OF_EVENTS, NDJSON: ref("Event"), SSE: STRING})},
        problems=OPENING,
    ),
    Operation(
        method="GET",
        path=f"{BATTLE}/state",
        id="state",
        tag="playing",
        summary="The state after any event",
        who="reader",
        params=(AT, AS),
        answers={200: Answer("The state.", {JSON: State})},
        problems=(*OPENING, "no-such-event"),
    ),
    Operation(
        method="POST",
        path=f"{BATTLE}/branches",
        id="branch",
        tag="tapes",
        summary="Start a new battle from any event of this one",
        text="The GM; any seat once the battle has ended; the holder of a share, whose token is sent as the "
        "bearer, from any event that it shows. Where something is hidden: GM and `gm` shares only.",
        body={JSON: BranchWish},
        example={"at": 4, "title": "Had we gone left"},
        answers={201: CREATED},
        problems=(*OPENING, *SENDING, *STORING, "no-such-event", "redacted", "share-ended"),
    ),
    Operation(
        method="GET",
        path=f"{BATTLE}/branches",
        id="branches",
        tag="tapes",
        summary="The battle's children",
        who="reader",
        params=(AS,),
        answers={200: Answer("With the seq each left at.", {JSON: replies.Branches})},
        problems=OPENING,
    ),
    Operation(
        method="GET",
        path=f"{BATTLE}/roster",
        id="roster",
        tag="battles",
        summary="Every unit as a spec for the next battle",
        text="What persists outside battle is kept, the rest dropped.",
        who="reader",
        params=(AT, AS),
        answers={200: Answer("Ready to be put into a creation.", {JSON: replies.Roster})},
        problems=(*OPENING, "no-such-event"),
    ),
    Operation(
        method="GET",
        path=f"{BATTLE}/audit",
        id="audit",
        tag="tapes",
        summary="Verify the whole chain and its dice",
        who="reader",
        params=(AS,),
        answers={200: Answer("What was found.", {JSON: replies.Audit})},
        problems=OPENING,
    ),
    Operation(
        method="GET",
        path=f"{BATTLE}/tape",
        id="tape",
        tag="tapes",
        summary="Download the replay file",
        text="One JSON object a line, in this seat's view.",
        who="reader",
        params=(AS,),
        answers={200: Answer("The tape.", {NDJSON: {"type": "object"}}, ("Content-Disposition",))},
        problems=OPENING,
    ),
    Operation(
        method="POST",
        path=f"{BATTLE}/shares",
        id="share",
        tag="tapes",
        summary="Make a link to a replay",
        text="`view` is `gm`, `public` or a seat; a player shares the own view only. `from` and `to` are the "
        "first and last event shown.",
        body={
            JSON: closed(
                ("view",),
                view=STRING,
                **{"from": SEQ, "to": SEQ},
                expires_at={"type": ["string", "null"], "format": "date-time"},
            ),
        },
        answers={201: Answer("The link.", {JSON: fields(token=STRING, url=STRING)}, ("Location",))},
        problems=(*OPENING, *SENDING, *STORING, "read-only", "no-such-event"),
    ),
    Operation(
        method="DELETE",
        path="/v1/shares/{token}",
        id="endShare",
        tag="tapes",
        summary="End a link at once",
        text="Whoever made it, or the GM.",
        answers={204: Answer("Ended.")},
        problems=("no-token", "bad-token", "gm-only", "read-only", "no-such-share", "share-ended", "busy"),
    ),
    Operation(
        method="GET",
        path="/v1/replays/{token}",
        id="replay",
        tag="tapes",
        summary="A replay by its link",
        who="anyone",
        text="With `patch` it holds the state after the first event shown, from which the patches lead on.",
        params=(
            Param("at", whole(0), "Also the state after this event."),
            WITH,
            Param("format", {"type": "string", "enum": ["tape"]}, "The replay file instead."),
        ),
        answers={
            200: Answer("Header and events.", {JSON: ref("Replay"), NDJSON: {"type": "object"}}),
        },
        problems=("malformed", "no-such-share", "share-ended", "no-such-event", "redacted", "conflict"),
    ),
    Operation(
        method="POST",
        path="/v1/replays",
        id="import",
        tag="tapes",
        summary="Import a replay file",
        text="It is verified whole and kept as a read-only battle that can be branched; a broken one is "
        "refused with its first bad line. Plain, or gzip or zstd by `Content-Encoding`.",
        who="creator",
        body={NDJSON: {"type": "string"}},
        answers={201: CREATED},
        problems=(*SENDING, *STORING, "no-token", "bad-token", "tape", "redacted"),
    ),
    Operation(
        method="GET",
        path="/v1/rulesets",
        id="rulesets",
        tag="rules",
        summary="The rule systems",
        who="anyone",
        answers={
            200: Answer(
                "In short.",
                {
                    JSON: fields(
                        rulesets={
                            "type": "array",
                            "items": fields(
                                id=STRING,
                                title=STRING,
                                version=STRING,
                                rules_version=STRING,
                                samples={"type": "array", "items": STRING},
                            ),
                        }
                    )
                },
            )
        },
    ),
    Operation(
        method="GET",
        path="/v1/rulesets/{ruleset}",
        id="ruleset",
        tag="rules",
        summary="A rule system with all that a client may name",
        who="anyone",
        answers={200: Answer("Commands, settings, rules, catalogue, samples.", {JSON: ref("Ruleset")})},
        problems=("no-such-ruleset",),
    ),
    Operation(
        method="GET",
        path="/health/live",
        id="live",
        tag="operating",
        summary="The process answers",
        who="anyone",
        answers={200: Answer("It does.", {JSON: STATUS})},
    ),
    Operation(
        method="GET",
        path="/health/ready",
        id="ready",
        tag="operating",
        summary="The database answers too",
        who="anyone",
        answers={200: Answer("It does.", {JSON: STATUS})},
    ),
    Operation(
        method="GET",
        path="/metrics",
        id="metrics",
        tag="operating",
        summary="Counters in the Prometheus text format",
        who="anyone",
        answers={200: Answer("Counters.", {"text/plain": STRING})},
    ),
    Operation(
        method="GET",
        path="/schema/openapi.json",
        id="openapi",
        tag="operating",
        summary="This document",
        who="anyone",
        answers={200: Answer("OpenAPI 3.1.", {JSON: {"type": "object"}})},
    ),
)
