-- Which recovery codes does a person have left, for a sign-in without the authenticator app?
-- Grain: one row per code; a used code has none.
CREATE TABLE recovery_codes (
  user_id   text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL, -- sha256 of 120 random bits: a stolen table opens no account
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, code_hash)
);

ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON recovery_codes TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO tracker_app;
