-- How many attempts were there to guess a password or an invite link, to register, or to send invitations? Counted before any
-- password is hashed.
-- Grain: one row per attempt. Rows belong to no tenant: an unknown e-mail has none. Sent invitations are counted by tenant, so
-- that a tenant cannot make us fill mailboxes.
CREATE TABLE login_attempts (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind         text NOT NULL CHECK (kind IN ('login', 'register', 'invite-link', 'invite-sent')),
  account      text, -- lower-case e-mail; the tenant's id for 'invite-sent'; null for a registration
  ip           text NOT NULL,
  attempted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX login_attempts_account_idx ON login_attempts (kind, account, attempted_at);
CREATE INDEX login_attempts_ip_idx ON login_attempts (kind, ip, attempted_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON login_attempts TO tracker_app;
