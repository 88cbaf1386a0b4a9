-- What else the report of the week shows. kind: unknown_line (text: its shape, sample:
-- the line, count: of them), match_left (opponent, text: why).
CREATE TABLE note (
  account_id INTEGER NOT NULL REFERENCES account,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  opponent TEXT,
  text TEXT NOT NULL,
  sample TEXT,
  count INTEGER NOT NULL);
CREATE INDEX note_by_time ON note (at);
CREATE INDEX refusal_by_time ON refusal (at);
CREATE INDEX connection_by_time ON connection (at);
CREATE INDEX error_by_time ON error (at);
