-- The level that an opponent has chosen to be played at; null: none.
ALTER TABLE opponent ADD COLUMN level TEXT;
