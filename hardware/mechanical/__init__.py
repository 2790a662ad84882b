"""Parts that are cut, drilled or milled: plates, case, pieces, overlays."""
