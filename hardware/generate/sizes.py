"""The one file of sizes, read into a frozen value. A size that is missing, unknown or no length is an error."""

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from pearlboard.errors import ConfigError
from pearlboard.regular import read_text, toml_of

SIZES = Path(__file__).parents[1] / "sizes.toml"


class SizesError(ConfigError):
    """A size in `sizes.toml` with which nothing can be built."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces that lie on the board, as measured."""

    tile: float
    tile_thickness: float
    stick_length: float
    stick_width: float
    stick_height: float
    farm_dish: float
    puck: float
    puck_thickness: float


@dataclass(frozen=True, slots=True)
class Magnets:
    """Discs and rods, their pole along the thickness; `floor` is what is left below them."""

    diver_diameter: float
    diver_thickness: float
    diver_floor: float
    pontoon_diameter: float
    pontoon_thickness: float
    pontoon_floor: float
    fit: float


@dataclass(frozen=True, slots=True)
class Crew:
    """A piece of Piratoons: a column with a magnet in its foot, and a cap with as many notches as its seat's number."""

    body: float
    height: float
    floor: float
    cap: float
    cap_thickness: float
    notch: float


@dataclass(frozen=True, slots=True)
class Play:
    """How much wider than the piece an opening is, both sides together."""

    pocket: float
    slot: float


@dataclass(frozen=True, slots=True)
class Mask:
    """The sheet with the openings."""

    thickness: float
    thinnest_web: float
    corner_window: float
    pocket_corner: float
    slot_corner: float


@dataclass(frozen=True, slots=True)
class Plate:
    """All sheets have one outline; the strip's pitch makes the board's."""

    leds_per_m: float
    margin: float
    screw: float
    screw_inset: float
    opal_thickness: float
    base_thickness: float
    rim_by_hand: float
    rim_bars: float
    below: float


@dataclass(frozen=True, slots=True)
class Strip:
    """The LED strip; `joint`: how many LEDs are between two soldered joints of its reel."""

    width: float
    height: float
    joint: float


@dataclass(frozen=True, slots=True)
class Sensor:
    """Where the Hall element lies."""

    hole: float
    depth_wanted: float
    depth_play: float
    package_depth: float
    bar_thickness: float
    bar_element: float


@dataclass(frozen=True, slots=True)
class Tolerance:
    """The tolerance that makers promise, up and down."""

    board: float
    sheet: float
    strip: float
    element: float


@dataclass(frozen=True, slots=True)
class Bar:
    """The sensor bar and the windows for its parts."""

    width: float
    length: float
    overhang: float
    window: float


@dataclass(frozen=True, slots=True)
class Controller:
    """The controller's board."""

    width: float
    height: float
    thickness: float
    screw: float
    screw_inset: float


@dataclass(frozen=True, slots=True)
class Coupon:
    """Three places to try a sensor through the strip."""

    length: float


@dataclass(frozen=True, slots=True)
class Panel:
    """Several boards in one: rails, what is routed between boards, and what holds them."""

    rail: float
    side: float
    gap: float
    tab: float
    bite: float


@dataclass(frozen=True, slots=True)
class Case:
    """Floor and walls."""

    thickness: float
    border: float
    clearance: float
    board_spacer: float
    button: float
    button_depth: float
    plug: float


@dataclass(frozen=True, slots=True)
class Sizes:
    """The whole file."""

    pieces: Pieces
    magnets: Magnets
    crew: Crew
    play: Play
    mask: Mask
    plate: Plate
    strip: Strip
    sensor: Sensor
    tolerance: Tolerance
    bar: Bar
    controller: Controller
    coupon: Coupon
    panel: Panel
    case: Case

    @property
    def pitch(self) -> float:
        """From a space's centre to the next: two LEDs of the strip."""
        return 2000 / self.plate.leds_per_m

    @property
    def depths(self) -> dict[str, float]:
        """From a piece's underside to the Hall element, for both ways to build: the opal plate lies on the rim."""
        return {
            "hand-wired": self.plate.opal_thickness + self.plate.rim_by_hand + self.sensor.package_depth,
            "bars": self.plate.opal_thickness + self.plate.rim_bars + self.sensor.bar_element,
        }

    @property
    def depths_off(self) -> dict[str, float]:
        """By how much a depth may be off at worst: opal plate and rim are sheets, or the rim is what lies on the base."""
        made = self.tolerance
        return {
            "hand-wired": made.sheet + max(made.sheet, made.strip) + made.element,
            "bars": made.sheet + max(made.sheet, made.strip + made.board) + made.element,
        }

    @property
    def on_base(self) -> dict[str, float]:
        """How high what lies on the base is, for both ways: no rim may be lower."""
        return {"hand-wired": self.strip.height, "bars": self.strip.height + self.sensor.bar_thickness}


_GROUPS = {
    "pieces": Pieces,
    "magnets": Magnets,
    "crew": Crew,
    "play": Play,
    "mask": Mask,
    "plate": Plate,
    "strip": Strip,
    "sensor": Sensor,
    "tolerance": Tolerance,
    "bar": Bar,
    "controller": Controller,
    "coupon": Coupon,
    "panel": Panel,
    "case": Case,
}
Group = TypeVar("Group")


def read_sizes(path: Path = SIZES) -> Sizes:
    """The sizes of a file; `SizesError` names what is missing or wrong."""
    try:
        return sizes_from(toml_of(read_text(path)))
    except ConfigError as error:
        raise SizesError(f"{path.name}: {error}") from error


def sizes_from(found: dict[str, Any]) -> Sizes:
    """The sizes of a mapping of groups; what cannot be built at all is refused here, thin webs when drawn."""
    unknown = sorted(set(found) - set(_GROUPS))
    if unknown:
        raise SizesError(f"sizes: there is no group [{unknown[0]}]; there is {', '.join(_GROUPS)}")
    sizes = Sizes(**{name: _group(kind, name, found.get(name, {})) for name, kind in _GROUPS.items()})
    for way, rim in (("hand-wired", sizes.plate.rim_by_hand), ("bars", sizes.plate.rim_bars)):
        if rim < sizes.on_base[way] - 1e-9:
            raise SizesError(
                f"sizes: {way}: a rim of {rim:.1f} mm is lower than what lies on the base, {sizes.on_base[way]:.1f}"
            )
    for way, depth in sizes.depths.items():
        off = sizes.depths_off[way]
        if abs(depth - sizes.sensor.depth_wanted) + off > sizes.sensor.depth_play + 1e-9:
            raise SizesError(
                f"sizes: {way}: the Hall element would lie {depth:.2f} +-{off:.2f} mm under the piece; the magnets "
                f"are computed for {sizes.sensor.depth_wanted} +-{sizes.sensor.depth_play} mm"
            )
    if sizes.magnets.pontoon_floor + sizes.magnets.pontoon_thickness > sizes.pieces.stick_height:
        raise SizesError("sizes: the Pontoon's magnet and its floor are higher than the stick")
    return sizes


def _group(kind: type[Group], name: str, found: dict[str, Any]) -> Group:
    keys = [field.name for field in fields(kind)]  # type: ignore[arg-type]  # the dataclasses above
    for key in found:
        if key not in keys:
            raise SizesError(f"sizes: [{name}] has no {key}; it has {', '.join(keys)}")
    for key in keys:
        if key not in found:
            raise SizesError(f"sizes: [{name}] {key} is missing")
        if type(found[key]) not in (int, float) or found[key] <= 0:
            raise SizesError(f"sizes: [{name}] {key} must be a length in millimetres, not {found[key]!r}")
    return kind(**{key: float(found[key]) for key in keys})
