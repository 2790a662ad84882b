"""The footprints of KiCad's library that our lands are like, and the 3D model that stands on each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

EXACT: Final = 0.011
PICO: Final = "Pico, 2 x 1x20"
LIKE: Final[Mapping[str, tuple[tuple[str, float], ...]]] = {
    "0603": (("Capacitor_SMD:C_0603_1608Metric", EXACT), ("Resistor_SMD:R_0603_1608Metric", 0.101)),
    "0805": (("Capacitor_SMD:C_0805_2012Metric", EXACT), ("Resistor_SMD:R_0805_2012Metric", 0.051)),
    "SMB": (("Diode_SMD:D_SMB", EXACT),),
    "SOT-23": (("Package_TO_SOT_SMD:SOT-23", 0.201),),
    "SOIC-14": (("Package_SO:SOIC-14_3.9x8.7mm_P1.27mm", EXACT),),
    "SOIC-16": (("Package_SO:SOIC-16_3.9x9.9mm_P1.27mm", EXACT),),
    "LED, 3 mm": (("LED_THT:LED_D3.0mm", EXACT),),
    "radial, 10 mm": (("Capacitor_THT:CP_Radial_D10.0mm_P5.00mm", EXACT),),
    "holder, 5 x 20 mm": (("Fuse:Fuseholder_Cylinder-5x20mm_Schurter_0031_8201_Horizontal_Open", EXACT),),
    "USB-C, power": (("Connector_USB:USB_C_Receptacle_GCT_USB4135-GF-A_6P_TopMnt_Horizontal", EXACT),),
    "1x2, 2.54 mm": (("Connector_PinHeader_2.54mm:PinHeader_1x02_P2.54mm_Vertical", EXACT),),
    "1x5, 2.54 mm": (("Connector_PinHeader_2.54mm:PinHeader_1x05_P2.54mm_Vertical", EXACT),),
    **{
        f"XH, {count}": ((f"Connector_JST:JST_XH_B{count}B-XH-A_1x{count:02}_P2.50mm_Vertical", 0.151),)
        for count in (2, 3, 4, 5)
    },
    **{
        f"VH, {count}": ((f"Connector_JST:JST_VH_B{count}P-VH_1x{count:02}_P3.96mm_Vertical", EXACT),)
        for count in (2, 3)
    },
    PICO: (("Module:RaspberryPi_Pico_Common_THT", 0.051),),
    "box header, 2x20": (("Connector_IDC:IDC-Header_2x20_P2.54mm_Vertical", EXACT),),
}
"""By package the library's footprints, and how far an edge may lie from theirs, in millimetres.

An SOT-23's lands are Texas Instruments' own, whose inner ends leave room for a track; XH's are round, the library's
oval; a Pico's rings are those of its sockets. One land takes capacitors and resistors. What is unsoldered is ours.
"""

MODELS: Final = "${KICAD9_3DMODEL_DIR}"
"""Folder in which KiCad 9 looks for its models."""


@dataclass(frozen=True, slots=True)
class Model:
    """A file of the library's models, and where it stands seen from the footprint's first pin or middle."""

    path: str
    x: float = 0.0
    y: float = 0.0


PICO_MODEL: Final = Model(f"{MODELS}/Module.3dshapes/RaspberryPi_Pico_H_Socketed.step", 8.89, -24.13)
"""Model of a Pico that the library's footprint names, one of several: with headers, in sockets."""


def model_of(name: str, package: str) -> Model | None:
    """Return the model of a part, or None if the library has none."""
    if package == PICO:
        return PICO_MODEL
    names = [name for name, _ in LIKE.get(package, ())]
    if not names:
        return None
    resistor = name.rpartition("-")[2].startswith("R")
    found = next((one for one in names if one.startswith("Resistor") is resistor), names[0])
    folder, _, file = found.partition(":")
    return Model(f"{MODELS}/{folder}.3dshapes/{file}.step")


def footprint_name(package: str) -> str:
    """Return what a package's footprint is called in the boards' files, without spaces."""
    return package.replace(", ", "_").replace(" ", "")
