-- The rows of all streams. "CHts" in the header tells the file from other programs' databases.
PRAGMA application_id = 0x43487473;

CREATE TABLE events (
    seq     INTEGER PRIMARY KEY,  -- the order of writing, over all streams
    stream  TEXT    NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    at      INTEGER NOT NULL,     -- milliseconds since 1970
    size    INTEGER,              -- on the first row of an append: how many rows it wrote
    idem    TEXT,                 -- on the first row of an append: its idempotence key, if any
    data    BLOB    NOT NULL,
    UNIQUE (stream, version)
);

CREATE UNIQUE INDEX events_by_idem ON events (stream, idem) WHERE idem IS NOT NULL;

-- Which log this is. A copy that is put back gets an id of its own: from there on its versions say
-- other things than the same numbers did before.
CREATE TABLE log (
    id TEXT NOT NULL
);

INSERT INTO log (id) VALUES (lower(hex(randomblob(8))));
