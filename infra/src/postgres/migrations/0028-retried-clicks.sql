-- Which clicks are second attempts of the gateway, so that the first one does not count (infra/docs/adr/0053)?
-- Grain: one row per click that is a second attempt. The first attempt may be processed after it, by another processor. Rows are kept for
-- 30 days after they were last processed: so late a first attempt may come out of a spool. The log gives them again.
CREATE TABLE retried_clicks (
  tenant_id   text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  click_id    text NOT NULL,           -- of the second attempt
  clicked_at  timestamptz(3) NOT NULL, -- the moment in it
  fingerprint text NOT NULL,           -- a hash of what all attempts share (processor/src/retried-clicks/fingerprint.ts)
  received_at timestamptz(3) NOT NULL,
  seen_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, click_id)
);
CREATE INDEX retried_clicks_moment_idx ON retried_clicks (tenant_id, clicked_at);
CREATE INDEX retried_clicks_seen_idx ON retried_clicks (seen_at);
ALTER TABLE retried_clicks ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON retried_clicks TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));

-- For the processor, across the tenants of a batch; as in 0019-lookups.sql. Clicks of deleted tenants are left out.
CREATE FUNCTION note_retried_clicks(noted jsonb) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM retried_clicks WHERE seen_at < now() - interval '30 days';
  INSERT INTO retried_clicks (tenant_id, click_id, clicked_at, fingerprint, received_at)
  SELECT n.tenant_id, n.click_id, n.clicked_at, n.fingerprint, n.received_at
  FROM jsonb_to_recordset(noted)
    AS n (tenant_id text, click_id text, clicked_at timestamptz, fingerprint text, received_at timestamptz)
  JOIN tenants t ON t.id = n.tenant_id
  -- In one order, so that two processors do not wait for each other.
  ORDER BY n.tenant_id, n.click_id
  ON CONFLICT (tenant_id, click_id) DO UPDATE SET seen_at = excluded.seen_at
$$;

-- `wanted`: of each tenant, between which moments.
CREATE FUNCTION lookup_retried_clicks(wanted jsonb)
RETURNS TABLE (tenant_id text, click_id text, clicked_at timestamptz, fingerprint text, received_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.tenant_id, r.click_id, r.clicked_at, r.fingerprint, r.received_at
  FROM jsonb_to_recordset(wanted) AS w (tenant_id text, from_at timestamptz, to_at timestamptz)
  -- OFFSET: by the index, range by range, however many rows there are.
  CROSS JOIN LATERAL (
    SELECT * FROM retried_clicks c WHERE c.tenant_id = w.tenant_id AND c.clicked_at BETWEEN w.from_at AND w.to_at OFFSET 0
  ) r
$$;

REVOKE ALL ON FUNCTION note_retried_clicks(jsonb), lookup_retried_clicks(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_retried_clicks(jsonb), lookup_retried_clicks(jsonb) TO tracker_app;
