-- Companies, their people and their campaigns. Every row belongs to one tenant; the policies below show a transaction only the rows
-- of the tenant named by set_config('app.tenant_id', …, true), and nothing at all when none is named.

CREATE TABLE tenants (
  id                  text PRIMARY KEY,
  name                text NOT NULL,
  slug                text NOT NULL,
  time_zone           text NOT NULL DEFAULT 'America/Sao_Paulo', -- IANA name, never an offset: it decides every day and month
  main_campaign_id    text,                                      -- direct conversions count for it; null: the oldest active campaign
  currency            text NOT NULL DEFAULT 'BRL',
  subscription_plan   text NOT NULL DEFAULT 'free',
  subscription_status text NOT NULL DEFAULT 'active',
  is_demo             boolean NOT NULL DEFAULT false,
  created_at          timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT tenants_slug_key UNIQUE (slug)
);

CREATE TABLE users (
  id            text PRIMARY KEY,
  tenant_id     text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  email         text NOT NULL,
  first_name    text NOT NULL,
  last_name     text NOT NULL,
  role          text NOT NULL CHECK (role IN ('admin', 'editor', 'viewer')),
  password_hash text NOT NULL, -- argon2id, with its parameters inside
  created_at    timestamptz NOT NULL DEFAULT now()
);
-- One person, one account, in the whole product, whatever the case of the letters.
CREATE UNIQUE INDEX users_email_key ON users (lower(email));
CREATE INDEX users_tenant_idx ON users (tenant_id, created_at);

CREATE TABLE sessions (
  id_hash      bytea PRIMARY KEY, -- sha256 of the cookie's token: a stolen table opens no session
  tenant_id    text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  user_id      text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz NOT NULL,
  ip           text,
  user_agent   text
);
CREATE INDEX sessions_user_idx ON sessions (user_id);
CREATE INDEX sessions_expiry_idx ON sessions (expires_at);

CREATE TABLE campaigns (
  campaign_id          text PRIMARY KEY, -- unique among all companies: the public URL carries no tenant
  tenant_id            text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id                   text NOT NULL UNIQUE,
  name                 text NOT NULL,
  status               text NOT NULL DEFAULT 'active',
  destination_url      text,             -- where /track sends the visitor; null: answers JSON
  leads_are_conversions boolean NOT NULL DEFAULT false,
  created_at           timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, campaign_id)
);
CREATE INDEX campaigns_tenant_idx ON campaigns (tenant_id, created_at);

-- Deferred: a company and its first campaign are inserted in one transaction and name each other.
ALTER TABLE tenants ADD CONSTRAINT tenants_main_campaign_fkey
  FOREIGN KEY (id, main_campaign_id) REFERENCES campaigns (tenant_id, campaign_id) DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE tracking_keys (
  key        text PRIMARY KEY, -- part of the webhook's public URL; 32 random url-safe characters
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  provider   text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, provider)
);

-- Failed sign-ins and registrations, counted before any password is hashed. Belongs to no tenant: an unknown e-mail has none.
CREATE TABLE login_attempts (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind         text NOT NULL CHECK (kind IN ('login', 'register')),
  account      text, -- lower-case e-mail; null for a registration
  ip           text NOT NULL,
  attempted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX login_attempts_account_idx ON login_attempts (kind, account, attempted_at);
CREATE INDEX login_attempts_ip_idx ON login_attempts (kind, ip, attempted_at);

ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE campaigns ENABLE ROW LEVEL SECURITY;
ALTER TABLE tracking_keys ENABLE ROW LEVEL SECURITY;

CREATE POLICY tenant_wall ON tenants       TO tracker_app USING (id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON users         TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON sessions      TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON campaigns     TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON tracking_keys TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));

GRANT SELECT, INSERT, UPDATE, DELETE ON tenants, users, sessions, campaigns, tracking_keys, login_attempts TO tracker_app;
