-- Jobs without Redis (infra/src/jobs/pg-boss-job-queue.ts). The tables belong to the library, which creates and migrates them as
-- the owner of this schema; the programs use them as tracker_app, which cannot change them. Jobs belong to no tenant here: a
-- payload holds ids, and a handler reads as the tenant that the payload names.
CREATE SCHEMA pgboss;
GRANT USAGE ON SCHEMA pgboss TO tracker_app;
-- For every table that the library will ever make there.
ALTER DEFAULT PRIVILEGES IN SCHEMA pgboss GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO tracker_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA pgboss GRANT USAGE ON SEQUENCES TO tracker_app;

-- Which night's run was added last (infra/src/jobs/nightly-scheduler.ts), whatever store the jobs are in: one row for each thing that is run
-- every night, so that a night comes once over restarts and once after any downtime.
CREATE TABLE nightly_runs (
  schedule text NOT NULL, -- what is done at night
  key      text NOT NULL, -- for whom: a company, an ad account
  day      date NOT NULL, -- the local day in whose night it was
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (schedule, key)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON nightly_runs TO tracker_app;
