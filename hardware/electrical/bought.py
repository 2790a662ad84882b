"""What LCSC, whose numbers an assembler takes, calls a maker's part.

A number stands here only if public board files of two others give it to the very part, as found in November 2026. Nobody
asked LCSC: the assembler shows name and size beside it, to be compared. What is not here was not found twice.
"""

from typing import Final

LCSC: Final = {
    "Nexperia 74HC165D": "C5613",
    "Samsung CL10B104KB8NNNC": "C1591",
    "Samsung CL21A106KAYNNNE": "C15850",
    "Samsung CL21B104KBCNNNC": "C1711",
    "Samsung CL21C101JBANNNC": "C1790",
    "Texas Instruments SN74AHCT125DR": "C155176",
    "Yageo RC0603FR-07100KL": "C14675",
    "Yageo RC0603FR-07470RL": "C114669",
    "Yageo RC0805FR-07100KL": "C96346",
    "Yageo RC0805FR-07100RL": "C105577",
}
"""By maker and part; tape and reel are added by the shop (74HC165D,653)."""
