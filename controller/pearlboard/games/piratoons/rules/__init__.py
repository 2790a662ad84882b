"""The rules of Piratoons. Numbers in the texts of these modules are those of docs/rulings.md."""
