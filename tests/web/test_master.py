"""What the game master does on the page: taking back, ruling, forcing, bringing in, ending."""

from playwright.sync_api import Page, expect

from tests.web.conftest import Opens
from tests.web.table import choices, events, latest, pasted, sample, started, tool


def unit(page: Page, name: str) -> str:
    """What a unit's card says."""
    return page.locator(f"#units [data-unit={name}]").inner_text()


def test_undo_and_redo(phone: Page) -> None:
    """One tap takes the last command back, the next brings it again; a third has the server's refusal."""
    pasted(phone)
    choices(phone).get_by_role("button", name="Place them all for me").click()
    expect(phone.locator(".token")).to_have_count(2)
    phone.get_by_role("button", name="Undo", exact=True).click()
    expect(phone.locator(".token")).to_have_count(1)
    expect(phone.locator("bt-log li.undone")).to_have_count(1)
    phone.get_by_role("button", name="Redo", exact=True).click()
    expect(phone.locator(".token")).to_have_count(2)
    phone.get_by_role("button", name="Redo", exact=True).click()
    expect(phone.get_by_role("alert")).to_contain_text("Nothing was undone since the last command.")


def test_a_sentence_is_gone_back_to(phone: Page) -> None:
    """Each sentence of the log has a way back to it; what came after is struck through."""
    pasted(phone)
    started(phone)
    phone.get_by_role("button", name="Go back to here: 1", exact=True).click()
    expect(phone.locator("main[data-phase=setup]")).to_have_count(1)
    expect(phone.locator(".token")).to_have_count(0)
    expect(phone.locator("bt-log li[data-seq='2']")).to_have_class("undone")


def test_a_ruling_is_made_by_form(phone: Page) -> None:
    """Damage, a status and a place are ruled without writing JSON; the reason stands on the tape."""
    pasted(phone)
    started(phone)
    form = tool(phone, "ruling")
    form.get_by_label("Unit").select_option("kilnox")
    form.get_by_label("Amount").fill("7")
    form.get_by_label("Reason").fill("A stone fell")
    form.get_by_role("button", name="Rule so").click()
    expect(latest(phone)).to_contain_text("The game master rules: A stone fell.")
    expect(phone.locator("#units [data-unit=kilnox]")).to_contain_text("23 of 30")
    form.get_by_label("What the table decides").select_option("rule-status")
    form.get_by_label("Status", exact=True).fill("Soaked")
    form.get_by_label("Reason").fill("Rain")
    form.get_by_role("button", name="Rule so").click()
    expect(phone.locator("#units [data-unit=brookit]")).to_contain_text("soaked")
    form.get_by_label("What the table decides").select_option("rule-move")
    form.get_by_label("Reason").fill("Wind")
    form.get_by_role("button", name="Rule so").click()
    phone.locator("[data-at='3,1']").click()
    expect(phone.locator(".token[data-unit=brookit]")).to_have_attribute("transform", "translate(3 1)")


def test_what_is_being_filled_in_outlasts_what_happens_meanwhile(phone: Page, site: str) -> None:
    """The forms are made anew as a unit changes hands; the unit chosen, the words typed and the cursor stay."""
    pasted(phone)
    started(phone)
    form = tool(phone, "faint")
    form.get_by_label("Unit").select_option("kilnox")
    form.get_by_label("Reason").press_sequentially("Given ")
    phone.evaluate(
        """document.querySelector('[data-form=faint] form').dataset.old = 1;
        document.querySelector('bt-tools').given.send({type: 'hand-over', unit: 'kilnox', to: 'ana'})"""
    )
    expect(form.locator("form:not([data-old]) [name=reason]")).to_be_focused()
    phone.keyboard.type("up")
    form.get_by_role("button", name="Send").click()
    expect(phone.locator("main[data-phase=ended]")).to_have_count(1)
    said = [event["command"] for event in events(site, phone) if event["command"]["type"] == "faint"]
    assert [(one["unit"], one["reason"]) for one in said] == [("kilnox", "Given up")]


def test_a_form_is_empty_once_sent_and_filled_again_if_refused(phone: Page) -> None:
    """Dice that are none stay in their field beside the server's words; those that fell are gone from it."""
    pasted(phone)
    form = tool(phone, "roll")
    dice = form.get_by_label("Dice")
    dice.fill("none")
    form.get_by_role("button", name="Send").click()
    expect(phone.get_by_role("alert")).not_to_be_empty()
    expect(dice).to_have_value("none")
    dice.fill("2d6")
    form.get_by_role("button", name="Send").click()
    expect(dice).to_have_value("")
    expect(latest(phone)).to_contain_text("2d6")


def test_a_refusal_is_forced_with_a_reason(phone: Page) -> None:
    """What a rule refuses the master may force; the rule that was passed over is told."""
    pasted(phone)
    started(phone)
    phone.evaluate(
        "document.querySelector('bt-choices').given.send({type: 'delay', unit: 'brookit', after: 'brookit'})"
    )
    phone.get_by_label("Force it, with a reason").fill("We agreed")
    phone.get_by_role("button", name="Force", exact=True).click()
    expect(phone.locator("bt-log")).to_contain_text("The game master rules: We agreed")


def test_notes_dice_and_a_hand_over(phone: Page, opened: Opens) -> None:
    """A player notes and rolls; the master hands a unit to another seat, whose buttons it then has."""
    pasted(phone)
    ana = opened(phone.locator("[data-seat=ana]").input_value())
    note = tool(ana, "note")
    note.get_by_label("Remark on the tape").fill("Good luck")
    note.get_by_role("button", name="Send").click()
    expect(latest(phone)).to_contain_text("ana: Good luck")
    roll = tool(ana, "roll")
    roll.get_by_label("Dice").fill("2d6+1")
    roll.get_by_role("button", name="Send").click()
    expect(latest(phone)).to_contain_text("ana rolls 2d6+1")
    expect(choices(ana).get_by_role("button", name="Place Kilnox")).to_have_count(0)
    hand = tool(phone, "hand-over")
    hand.get_by_label("Unit").select_option("kilnox")
    hand.get_by_label("Seat").select_option("ana")
    hand.get_by_role("button", name="Send").click()
    expect(choices(ana).get_by_role("button", name="Place Kilnox")).to_be_visible()


def test_what_no_word_of_the_master_mends_cannot_be_forced(phone: Page) -> None:
    """A sheet that is none names what is missing, and there is no button that would get the same answer."""
    pasted(phone)
    form = tool(phone, "enlist")
    form.get_by_text("A sheet of your own").click()
    form.locator("textarea").fill('{"id": "gobbile"}')
    form.get_by_role("button", name="Enlist a unit").click()
    refusal = phone.locator("bt-refusal")
    expect(refusal).to_contain_text("$.unit.side is missing; known are allies, enemies")
    expect(refusal.get_by_role("button")).to_have_count(0)


def test_a_unit_is_enlisted_and_placed(phone: Page) -> None:
    """A sample creature comes in while the battle is on, and onto the board like a reinforcement."""
    pasted(phone, board={"type": "grid", "width": 7, "height": 5})
    started(phone)
    form = tool(phone, "enlist")
    form.get_by_label("Creature").select_option("gobbile")
    form.get_by_label("Side").select_option("enemies")
    form.get_by_role("button", name="Enlist a unit").click()
    expect(phone.locator("#units [data-unit=gobbile]")).to_contain_text("not on the board")
    choices(phone).get_by_text("Out of turn").click()
    choices(phone).get_by_role("button", name="Place Gobbile").click()
    phone.locator("[data-at='5,4']").click()
    phone.locator("[data-confirm]").click()
    expect(phone.locator(".token[data-unit=gobbile]")).to_have_count(1)


def test_the_game_master_ends_a_battle(phone: Page) -> None:
    """The outcome stands on the page once the battle has ended, with its reason; nobody waits for another move."""
    sample(phone, "duel", "Harbour duel")
    form = tool(phone, "end")
    form.get_by_label("Reason").fill("The lights went out")
    form.get_by_role("button", name="Send").click()
    expect(phone.locator("#phase")).to_contain_text("The battle is over: nobody wins")
    expect(latest(phone)).to_contain_text("The lights went out")
    expect(choices(phone)).to_contain_text("the battle is over. Its replay can be watched")


def test_a_new_link_ends_the_lost_one(phone: Page, opened: Opens) -> None:
    """Who lost a phone gets a new link; the seat's old device is shown out."""
    pasted(phone)
    lost = opened(phone.locator("[data-seat=ana]").input_value())
    expect(phone.locator("[data-came=ana]")).to_have_text("is here")
    old = phone.locator("[data-seat=ana]").input_value()
    phone.get_by_role("button", name="New link for ana").click()
    expect(phone.locator("[data-seat=ana]")).not_to_have_value(old)
    expect(lost.get_by_role("alert")).to_contain_text("ask the game master for a new link")
    found = opened(phone.locator("[data-seat=ana]").input_value())
    expect(found.get_by_role("button", name="Ready")).to_be_visible()
