-- From which known state can a replay start when the log no longer reaches back to its beginning?
-- Grain: one row per snapshot; the newest one is the one that is used, and the others have no tables any more.
-- The tables are in ClickHouse, `<table>_snapshot_<id>` (processor/worker/src/snapshots/snapshot-tables.ts).
CREATE TABLE replay_snapshots (
  id                text PRIMARY KEY,           -- of the replay that filled the tables
  -- By partition, the next record that the tables have not seen: {"0": "1234"}. What lies before may be deleted from the log.
  positions         jsonb NOT NULL,
  -- Of each table, the rows that are kept and a hash of all their columns: {"clicks": {"rows": "12", "hash": "1f-2e"}}.
  tables            jsonb NOT NULL,
  -- By tenant, in Unix milliseconds: clicks and page views before it are not part of `tables`, and are deleted (`retention`).
  clicks_kept_from  jsonb NOT NULL,
  processor_version integer NOT NULL,
  verified_at       timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON replay_snapshots TO tracker_app;
