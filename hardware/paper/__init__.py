"""Documents to read and to order from: the list of parts, the order, pages and pictures to print."""
