-- Saved matches that have failed: left without progress, or not found, so often in a
-- row; reason: why it is set aside, neither invited to nor accepted; null: it is not.
-- length 0: unlimited, null: not known. A match that goes on again, or is no more, has
-- no row (bot/policy/guardian.h).
CREATE TABLE stuck_match (
  account_id INTEGER NOT NULL REFERENCES account,
  opponent TEXT NOT NULL,
  at INTEGER NOT NULL,
  length INTEGER,
  my_score INTEGER NOT NULL, their_score INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  reason TEXT,
  PRIMARY KEY (account_id, opponent));
