"""A table in a smart home, by MQTT: what Home Assistant is told, and what it may ask for. Never anything secret.

    entities     PURE the twelve entities, their states, and commands
    topics       PURE the topics of a table, and what says that it is on
    broker       a connection with a broker, limited, and what is wrong with one
    finding      brokers that announce themselves in the house's network
    publishing   keeps a broker in step with the table, as the settings say

Nothing here is imported with aiomqtt before a broker is set: `pip install pearlboard[mqtt]`.
"""
