-- Which programs of a tenant may read its figures or post in its name?
-- Grain: one row per key that works; a revoked one is gone.
CREATE TABLE api_keys (
  id           text PRIMARY KEY,
  tenant_id    text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  name         text NOT NULL,
  -- sha256 in hex of the whole key, of which 256 bits are random: a stolen table opens nothing, and no slow hash is needed.
  hash         text NOT NULL CONSTRAINT api_keys_hash_key UNIQUE,
  hint         text NOT NULL, -- how the key begins, so that people can distinguish theirs
  may_read     boolean NOT NULL, -- asks the API what a viewer may ask
  may_capture  boolean NOT NULL, -- posts conversions and leads
  may_spend    boolean NOT NULL DEFAULT false, -- enters ad spend
  created_by   text NOT NULL, -- the user's id; kept when the user is gone
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz, -- to the minute: see touch_api_key
  CHECK (may_read OR may_capture OR may_spend)
);
CREATE INDEX api_keys_tenant_idx ON api_keys (tenant_id, created_at);

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON api_keys TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, DELETE ON api_keys TO tracker_app;

-- Before the tenant is known: whose key is this? See 0019-lookups.sql.
CREATE FUNCTION lookup_api_key(wanted text)
RETURNS TABLE (
  id text, tenant_id text, name text, may_read boolean, may_capture boolean, may_spend boolean, last_used_at timestamptz, time_zone text,
  is_demo boolean, subscription_status text, closed_at timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT k.id, k.tenant_id, k.name, k.may_read, k.may_capture, k.may_spend, k.last_used_at, t.time_zone,
         t.is_demo, t.subscription_status, t.closed_at
  FROM api_keys k JOIN tenants t ON t.id = k.tenant_id
  WHERE k.hash = wanted
$$;

-- A key is used many times a second and its row written once a minute at most.
CREATE FUNCTION touch_api_key(wanted text, used_at timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE api_keys SET last_used_at = used_at
  WHERE hash = wanted AND (last_used_at IS NULL OR last_used_at < used_at - interval '1 minute')
$$;

REVOKE ALL ON FUNCTION lookup_api_key(text), touch_api_key(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lookup_api_key(text), touch_api_key(text, timestamptz) TO tracker_app;
