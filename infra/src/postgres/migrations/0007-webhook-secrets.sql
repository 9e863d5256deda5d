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

-- With which token is the API of a checkout asked what its deliveries only name?
-- Grain: one row per tenant and checkout. Encrypted by the keyring of APP_KEYS, bound to the row by the aad 'checkout-token|tenant|provider'.
CREATE TABLE checkout_tokens (
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  provider   text NOT NULL,
  token_encrypted bytea NOT NULL,
  -- Of the seller at the checkout, where its paths begin with it; '' elsewhere.
  account    text NOT NULL DEFAULT '' CHECK (account ~ '^\d{0,20}$'),
  set_at     timestamptz NOT NULL,
  -- The checkout refused it: it is not asked until a person sets another one. {code, …}: LookUpProblem of schemas/src/look-ups/problems.ts
  stop_reason jsonb,
  stopped_at timestamptz,
  -- How often it was used in that minute: what others make the product ask is paid for with the tenant's own quota.
  minute     timestamptz,
  calls      integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, provider)
);

ALTER TABLE checkout_tokens ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON checkout_tokens TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON checkout_tokens TO tracker_app;
