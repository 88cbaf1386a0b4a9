CREATE TABLE account (
  -- Times are seconds since 1970, UTC. Scores and results are ours first. What is not
  -- known is null.
  -- Ratings as last seen. unexplained_*: what they have changed by since then without a
  -- match of which we saw the end; see history_store.h.
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  server TEXT NOT NULL,
  rating REAL, experience INTEGER, seen_at INTEGER,
  unexplained_rating REAL NOT NULL DEFAULT 0,
  unexplained_experience INTEGER NOT NULL DEFAULT 0,
  UNIQUE (name, server));

CREATE TABLE opponent (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  server TEXT NOT NULL,
  rating REAL, experience INTEGER,
  first_at INTEGER NOT NULL, last_at INTEGER NOT NULL,
  UNIQUE (name, server));

-- length 0: unlimited. state open: being played or saved on the server; finished: won
-- or lost; replaced: a new match with the same opponent has destroyed it; gone: the
-- server has it no more. is_resumed: its beginning is older than this history.
-- is_inferred: the end was not seen but follows from the rating.
CREATE TABLE match (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account,
  opponent_id INTEGER NOT NULL REFERENCES opponent,
  length INTEGER NOT NULL,
  level TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open','finished','replaced','gone')),
  started_at INTEGER NOT NULL, touched_at INTEGER NOT NULL, ended_at INTEGER,
  is_resumed INTEGER NOT NULL,
  is_inferred INTEGER NOT NULL DEFAULT 0,
  interruptions INTEGER NOT NULL DEFAULT 0,
  my_score INTEGER NOT NULL, their_score INTEGER NOT NULL,
  has_won INTEGER,
  rating_before REAL, rating_after REAL,
  experience_before INTEGER, experience_after INTEGER,
  their_rating_before REAL, their_rating_after REAL,
  their_experience_before INTEGER, their_experience_after INTEGER);
CREATE INDEX match_by_opponent ON match (account_id, opponent_id, state);
CREATE INDEX match_by_end ON match (ended_at);

-- ending: play, pass, resignation, unseen.
CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  match_id INTEGER NOT NULL REFERENCES match,
  number INTEGER NOT NULL,
  my_score INTEGER NOT NULL, their_score INTEGER NOT NULL, -- at its start
  started_at INTEGER NOT NULL, ended_at INTEGER,
  cube INTEGER NOT NULL DEFAULT 1,
  has_won INTEGER, points INTEGER,
  ending TEXT,
  UNIQUE (match_id, number));

CREATE TABLE cube_action (
  id INTEGER PRIMARY KEY,
  game_id INTEGER NOT NULL REFERENCES game,
  at INTEGER NOT NULL,
  is_mine INTEGER NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('double','take','pass')),
  cube INTEGER NOT NULL);
CREATE INDEX cube_action_by_game ON cube_action (game_id);

CREATE TABLE rating (
  account_id INTEGER NOT NULL REFERENCES account,
  at INTEGER NOT NULL,
  rating REAL NOT NULL, experience INTEGER NOT NULL);
CREATE INDEX rating_by_time ON rating (account_id, at);

-- length null: a saved match was to be resumed. is_ours: we refused, code as in
-- bot/policy/policy.c; else the name of the server's line, or no_answer, no_one_called,
-- not_confirmed.
CREATE TABLE refusal (
  account_id INTEGER NOT NULL REFERENCES account,
  at INTEGER NOT NULL,
  opponent TEXT NOT NULL,
  is_ours INTEGER NOT NULL,
  length INTEGER,
  code TEXT NOT NULL);

CREATE TABLE connection (
  account_id INTEGER NOT NULL REFERENCES account,
  at INTEGER NOT NULL,
  is_up INTEGER NOT NULL,
  reason TEXT NOT NULL);

CREATE TABLE error (
  account_id INTEGER NOT NULL REFERENCES account,
  at INTEGER NOT NULL,
  text TEXT NOT NULL);
