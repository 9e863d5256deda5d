-- Jobs without Redis (infra/src/jobs/pg-boss-job-queue.ts). The tables belong to the library, which creates and migrates them as
-- the owner of this schema; the programs use them as tracker_app, which cannot change them. Jobs belong to no tenant here: a
-- payload holds ids, and a handler reads as the tenant that the payload names.
CREATE SCHEMA pgboss;
GRANT USAGE ON SCHEMA pgboss TO tracker_app;
-- For every table that the library will ever make there.
ALTER DEFAULT PRIVILEGES IN SCHEMA pgboss GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO tracker_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA pgboss GRANT USAGE ON SEQUENCES TO tracker_app;

-- The last nightly run that was added (infra/src/jobs/nightly-scheduler.ts), for jobs in any store: one row per schedule and subject,
-- so that a run is added once over restarts and once after any downtime.
CREATE TABLE nightly_runs (
  schedule text NOT NULL, -- the name of the schedule
  key      text NOT NULL, -- for whom: a tenant, an ad account
  day      date NOT NULL, -- the local day of the run
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (schedule, key)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON nightly_runs TO tracker_app;
