-- With which secret does a checkout prove its deliveries?
-- Grain: one row per tenant and checkout.
-- Encrypted by the keyring of APP_KEYS, bound to the row by the aad 'webhook-secret|tenant|provider': a stolen table, or a row
-- copied to another tenant, reveals no secret.
CREATE TABLE webhook_secrets (
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  provider   text NOT NULL,
  secret_encrypted bytea NOT NULL,
  set_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, provider)
);

ALTER TABLE webhook_secrets ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON webhook_secrets TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_secrets TO tracker_app;
