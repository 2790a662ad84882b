"""The table's Wi-Fi on a card: its own network where there is no other, and the house's network chosen on a phone.

    messages     PURE what the service may ask of the helper, four verbs, and what it is told
    deciding     PURE when the table opens its own network, and when it looks for the house's again
    asking       the service's end of the socket
    radio        what the four verbs mean to NetworkManager
    bus          NetworkManager's objects on D-Bus; the only module that imports jeepney
    __main__     the helper: root, started by systemd on the socket, one request at a time

On an ordinary Debian nothing listens on the socket, and the network is not ours to touch. No password is ever logged.

NetworkManager's own files are the only place where networks, passwords and the country are kept; a network that could
not be joined never gets there.
"""
