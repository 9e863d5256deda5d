-- Which key in a webhook's address belongs to which tenant and checkout?
-- Grain: one row per key.
CREATE TABLE tracking_keys (
  key        text PRIMARY KEY, -- part of the webhook's public URL; 32 random url-safe characters
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  provider   text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A key that was replaced still opens until then, so that the checkout's settings need not change in the same second. Null: in use.
  expires_at timestamptz,
  -- The unit in which the senders of the generic format write amounts; checkouts document theirs.
  amounts_in text NOT NULL DEFAULT 'reais' CHECK (amounts_in IN ('reais', 'cents')),
  -- A GET with this key counts a conversion. Off until a person permits it: links are opened ahead by mailers, chats and browsers.
  permits_get boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX tracking_keys_in_use_key ON tracking_keys (tenant_id, provider) WHERE expires_at IS NULL;
CREATE INDEX tracking_keys_tenant_idx ON tracking_keys (tenant_id, provider);

ALTER TABLE tracking_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON tracking_keys TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON tracking_keys TO tracker_app;
