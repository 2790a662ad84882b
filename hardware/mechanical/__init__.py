"""What is cut, drilled or milled: plates, case, pieces, overlays."""
