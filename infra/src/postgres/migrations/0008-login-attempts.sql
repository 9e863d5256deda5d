-- How many attempts were there to guess a password or a link, to sign in, to register, or to make us send mail? Counted before any password is
-- hashed.
-- Grain: one row per attempt. Rows belong to no tenant: an unknown e-mail has none.
CREATE TABLE login_attempts (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- 'login': a password or code that is wrong, or not yet known to be right. 'sign-in', 'confirm': a right password. 'link': a link of an invitation or of a new password that does not exist. 'invite': by a tenant. 'mail': with a link that
  -- a person asked for. 'warning': of what was done with an account.
  kind         text NOT NULL CHECK (kind IN ('login', 'sign-in', 'confirm', 'register', 'link', 'invite', 'mail', 'warning')),
  account      text, -- lower-case e-mail; 'code ' and the user's id for second factors; the tenant's id for 'invite'; kind and receiver of a mail; null for a registration or a link
  network      text NOT NULL, -- an IPv4 address or the /64 of IPv6: one sender has all addresses of it
  -- The known browser or the session that tried, hashed: strangers' failures do not count for it. Null: an unknown browser.
  browser      text,
  attempted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX login_attempts_account_idx ON login_attempts (kind, account, attempted_at);
CREATE INDEX login_attempts_network_idx ON login_attempts (kind, network, attempted_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON login_attempts TO tracker_app;
