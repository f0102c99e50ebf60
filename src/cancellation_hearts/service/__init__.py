"""The shell around the table: commands in, events kept, then told.

house      everything that runs tables in one program
tables     one room a table: execute a command, and the updates that everybody reads
drivers    what happens though nobody asks: bots act, clocks run out, hands are dealt
thinking   bots in processes of their own
players    the secrets by which people are known
history    finished games as records
"""
