"""How a table is: the doctor, the log, an archive for people who help, and the socket of a running one."""
