"""All laws by name, in the order in which they are judged."""

from collections.abc import Mapping
from typing import Final

from hardware.function import currents, demands, joining, making, ordering, states, wiring
from hardware.function.design import Law

LAWS: Final[Mapping[str, Law]] = {
    law.__name__.replace("_", " "): law
    for law in (
        ordering.numbers_mean_what_is_written,
        demands.what_is_ordered_is_what_is_drawn,
        demands.parts_bear_their_place,
        wiring.parts_are_all_there,
        wiring.supply_pins_have_their_capacitor,
        wiring.resistors_lie_where_they_must,
        wiring.pins_have_their_level,
        wiring.outputs_meet_no_other_output,
        wiring.the_chain_hands_out_places_in_order,
        joining.headers_carry_what_the_drivers_use,
        joining.bars_follow_on_each_other,
        joining.cables_join_what_belongs_together,
        joining.print_says_what_lies_beside_it,
        joining.drawings_and_text_agree,
        currents.copper_carries_its_current,
        states.parts_survive_every_state,
        making.holes_miss_all_copper,
        making.drills_and_pads_are_kicads,
        making.placements_lie_on_their_pads,
        making.sheets_have_the_facts_pins,
        making.sheets_join_what_boards_join,
    )
}
