-- How far is a replay of the log? Grain: one row per run.
-- One replay at a time fills the shadow tables (infra/src/clickhouse/shadow.ts); the newest row is the one that they belong to.
CREATE TABLE replay_runs (
  id              text PRIMARY KEY,
  -- running: being filled, or interrupted. ready: filled once, and brought up to date by verify and swap. swapping: some tables may be
  -- exchanged and others not. swapped: the shadows are the tables from before the swap. rolled_back: the live ones are those again.
  -- snapshot: the shadows are the tables of a snapshot now, or some are, when it was interrupted.
  status          text NOT NULL CHECK (status IN ('running', 'ready', 'swapping', 'swapped', 'rolled_back', 'snapshot')),
  -- A stretch of the log, by when it was appended; both null: the whole log, the only kind that can be swapped.
  since           timestamptz,
  until           timestamptz,
  snapshot_id     text,                         -- where it began; null: at the beginning of the log
  rate            integer CHECK (rate > 0),     -- events a second; null: as fast as it goes
  paused          boolean NOT NULL DEFAULT false,
  -- By partition, the next record that the shadow tables have not seen: {"0": "1234"}.
  positions       jsonb NOT NULL,
  -- By partition, where the filling ends; moves forward with each verify and swap.
  target          jsonb NOT NULL,
  events          bigint NOT NULL DEFAULT 0,    -- processed so far
  started_at      timestamptz NOT NULL DEFAULT now(),
  updated_at      timestamptz NOT NULL DEFAULT now(),
  swapped_at      timestamptz
);
CREATE INDEX replay_runs_newest_idx ON replay_runs (started_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON replay_runs TO tracker_app;
