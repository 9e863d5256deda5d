-- Which events are committed and not yet in the event log (infra/docs/adr/0091)?
-- Grain: one row per event, written in the transaction of the rows that it belongs to, and deleted when the log has it. Empty but for moments.
CREATE TABLE log_outbox (
  -- Of one key it grows with the commits: who writes two events of one key holds a lock of that key.
  seq       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  key       text NOT NULL, -- decides the partition of the log
  value     text NOT NULL, -- the event as JSON, with its identity: appended twice, it counts once
  at        timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX log_outbox_tenant_idx ON log_outbox (tenant_id, seq);

ALTER TABLE log_outbox ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON log_outbox TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, DELETE ON log_outbox TO tracker_app;

-- For the worker, across tenants; as in 0019-lookups.sql, these functions return of a tenant only what must be done.

CREATE FUNCTION list_log_outbox(most integer) RETURNS TABLE (tenant_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT o.tenant_id FROM log_outbox o GROUP BY o.tenant_id ORDER BY min(o.seq) LIMIT most
$$;

-- For the metrics of operators: since when the oldest one has waited.
CREATE FUNCTION oldest_in_log_outbox() RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT min(o.at) FROM log_outbox o
$$;

REVOKE ALL ON FUNCTION list_log_outbox(integer), oldest_in_log_outbox() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_log_outbox(integer), oldest_in_log_outbox() TO tracker_app;
