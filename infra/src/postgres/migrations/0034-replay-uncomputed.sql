-- Which derived rows could a replay not compute?
-- Grain: one row per run and derived row; rows of the run before are deleted when the next one begins. Read by operators only.
CREATE TABLE replay_uncomputed (
  run_id  text NOT NULL REFERENCES replay_runs (id) ON DELETE CASCADE,
  id      text NOT NULL,                        -- of the dead letter
  -- The dead letter as JSON. It goes to the dead letters when the tables that lack the row come into use.
  dead_letter text NOT NULL,
  PRIMARY KEY (run_id, id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON replay_uncomputed TO tracker_app;
