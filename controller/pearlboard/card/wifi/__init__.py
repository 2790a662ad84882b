"""The table's Wi-Fi on a card: its own network where there is no other, and the house's network chosen on a phone.

    messages     PURE the service's four requests to the helper, and the answers
    deciding     PURE when the table opens its own network, and when it looks for the house's again
    helper_client  the service's end of the socket
    radio        the four requests, carried out by NetworkManager
    profiles     connection profiles of NetworkManager
    bus          NetworkManager's objects on D-Bus; the only module that imports jeepney
    __main__     the helper: root, started by systemd on the socket, one request at a time

On an ordinary Debian nothing listens on the socket, and the network is not the table's to change. No password is ever
logged.

Networks, passwords and the country are kept only in NetworkManager's own files; a network that could not be joined is
not kept.
"""
