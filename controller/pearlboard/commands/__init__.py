"""Commands: what people may ask of the table, who may ask it, and how it is carried out."""
