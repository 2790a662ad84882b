"""What is read and ordered from: the list of parts, the order, pages and pictures to print."""
