-- What an analysis has found, where a match was analysed: decisions, and the sums of
-- their losses and of the luck of the rolls, in equities normalised to the cube.
CREATE TABLE analysis (
  match_id INTEGER PRIMARY KEY REFERENCES match,
  at INTEGER NOT NULL,
  my_decisions INTEGER NOT NULL,
  my_loss REAL NOT NULL, my_luck REAL NOT NULL,
  their_decisions INTEGER NOT NULL,
  their_loss REAL NOT NULL, their_luck REAL NOT NULL);
