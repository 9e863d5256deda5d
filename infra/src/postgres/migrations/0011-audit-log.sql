-- Who did what, and when?
-- Grain: one row per change. Rows without a tenant are an operator's runs on the whole product. Rows are added and never changed or removed,
-- except that a run gets its outcome when it ends.
CREATE TABLE audit_log (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id text REFERENCES tenants (id) ON DELETE CASCADE,
  actor     text NOT NULL,                      -- a user's id, 'key:<id>', 'operator:<name>@<host>', 'system', or 'stranger'
  action    text NOT NULL,                      -- '<noun>.<verb>', 'replay.swap'
  details   jsonb NOT NULL DEFAULT '{}',        -- never a secret and never a person's data
  outcome   text,                               -- null: still running, or died before it ended
  at        timestamptz NOT NULL DEFAULT now(),
  ended_at  timestamptz,
  -- The name of the person or of the API key at that time: it outlives them. Null for operators.
  actor_name text,
  network    text, -- of the request, without the host: '203.0.113.0', '2001:db8:1::'
  browser    text  -- of the request: 'Chrome · Windows'
);
CREATE INDEX audit_log_tenant_idx ON audit_log (tenant_id, id DESC);

ALTER TABLE audit_log ENABLE ROW LEVEL SECURITY;
-- A transaction of a tenant sees that tenant's rows, any other the operators'; never both.
CREATE POLICY tenant_wall ON audit_log TO tracker_app
  USING (tenant_id IS NOT DISTINCT FROM nullif(current_setting('app.tenant_id', true), ''));
GRANT SELECT, INSERT, UPDATE (outcome, details, ended_at) ON audit_log TO tracker_app;
