-- Who may sign in, for which tenant and in which role?
-- Grain: one row per person.
CREATE TABLE users (
  id            text PRIMARY KEY,
  tenant_id     text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  email         text NOT NULL,
  first_name    text NOT NULL,
  last_name     text NOT NULL,
  role          text NOT NULL CHECK (role IN ('admin', 'editor', 'viewer')),
  -- When a link that was mailed to the address was used; null: no person owns it yet, and there may be other accounts with it. Null only where mails
  -- are sent.
  confirmed_at  timestamptz DEFAULT now(),
  password_hash text NOT NULL, -- argon2id, with its parameters inside
  created_at    timestamptz NOT NULL DEFAULT now(),
  totp_secret_encrypted bytea,       -- of the authenticator app; encrypted with APP_KEYS
  totp_step             integer,     -- the 30 seconds of the last code that was accepted: none is accepted twice
  second_factor_at      timestamptz, -- null: off, and a secret waits for its first code
  CHECK (second_factor_at IS NULL OR totp_secret_encrypted IS NOT NULL)
);
-- One person, one account, in the whole product, in upper or lower case: of those who proved the address.
CREATE UNIQUE INDEX users_email_key ON users (lower(email)) WHERE confirmed_at IS NOT NULL;
CREATE INDEX users_email_idx ON users (lower(email));
CREATE INDEX users_tenant_idx ON users (tenant_id, created_at);

ALTER TABLE users ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON users TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON users TO tracker_app;

-- Whether an e-mail has an account that proved it, in any tenant, and nothing else of it.
CREATE FUNCTION has_account(wanted text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM users u WHERE lower(u.email) = lower(wanted) AND u.confirmed_at IS NOT NULL)
$$;
REVOKE ALL ON FUNCTION has_account(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_account(text) TO tracker_app;
