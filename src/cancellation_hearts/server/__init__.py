"""The table in the network: sockets and HTTP around the service. Translation is all it does.

run        the program: starts, drains, stops
app        the addresses, and what is put around all of them
logs       the log, without values
answers    what is answered over HTTP
socket     one connection: hello, then updates one way and commands the other
api        the same over plain HTTP, for bots and where sockets do not get through
pages      the pages of tables, and what their links show in a chat
static     the files of the page
vocabulary the words for the page, a file for each language
guard      who may speak at all: origin, size, pace
config     what can be set
metrics    what is counted
"""
