"""Two tables, one game: `hosting` where the game is, `visiting` at the table that has joined it.

guest's board -> senses -> reading --+                     +--> far_board -> place of the host's table
guest's pages -> texts of sockets ---+--> the line (remote) --+--> page_socket -> the same handler as of any page
guest's lights <- scene -------------+                     +--- far_lights <- situation at that place
"""
