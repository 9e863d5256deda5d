-- What operators do: who did what and when, and replays of the log into shadow tables.

-- Rows of a company (tenant_id) are its own; rows of none are an operator's runs on the whole product. Rows are added and never
-- changed or removed, except that a run which has ended gets its outcome.
CREATE TABLE audit_log (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id text REFERENCES tenants (id) ON DELETE CASCADE,
  actor     text NOT NULL,                      -- a user's id, or 'operator:<name>@<host>'
  action    text NOT NULL,                      -- '<noun>.<verb>', 'replay.swap'
  details   jsonb NOT NULL DEFAULT '{}',        -- never a secret and never a person's data
  outcome   text,                               -- null: still running, or died before it ended
  at        timestamptz NOT NULL DEFAULT now(),
  ended_at  timestamptz
);
CREATE INDEX audit_log_tenant_idx ON audit_log (tenant_id, id DESC);

ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
-- Inside a company's transaction its rows, outside of any the operators'; never both.
CREATE POLICY tenant_wall ON audit_log TO tracker_app
  USING (tenant_id IS NOT DISTINCT FROM nullif(current_setting('app.tenant_id', true), ''));
GRANT SELECT, INSERT, UPDATE (outcome, details, ended_at) ON audit_log TO tracker_app;

-- One replay at a time fills the shadow tables (infra/src/clickhouse/shadow.ts); the newest row is the one that they belong to.
CREATE TABLE replay_runs (
  id              text PRIMARY KEY,
  -- running: being filled, or interrupted. ready: filled once, and brought up to date by verify and swap. swapping: some tables may be
  -- exchanged and others not. swapped: the shadows are the tables from before the swap. rolled_back: the live ones are those again.
  status          text NOT NULL CHECK (status IN ('running', 'ready', 'swapping', 'swapped', 'rolled_back')),
  -- A stretch of the log, by when it was appended; both null: the whole log, the only kind that can be swapped.
  since           timestamptz,
  until           timestamptz,
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
