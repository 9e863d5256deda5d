-- Which links of mails are open: for a new password, and to confirm an e-mail address?
-- Grain: one row per person and kind; a new link replaces the one before it.
CREATE TABLE account_links (
  user_id    text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind       text NOT NULL CHECK (kind IN ('reset', 'confirm')),
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE, -- sha256 of the link's token: a stolen table opens no account
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz, -- of a link that was used: it then says so instead of being unknown
  PRIMARY KEY (user_id, kind)
);
CREATE INDEX account_links_expiry_idx ON account_links (expires_at);

ALTER TABLE account_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON account_links TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON account_links TO tracker_app;

-- Before the tenant is known: whose link is this?
CREATE FUNCTION lookup_account_link(wanted bytea, wanted_kind text)
RETURNS TABLE (user_id text, tenant_id text, email text, expires_at timestamptz, used_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT l.user_id, l.tenant_id, u.email, l.expires_at, l.used_at
  FROM account_links l JOIN users u ON u.id = l.user_id
  WHERE l.token_hash = wanted AND l.kind = wanted_kind
$$;

-- For a month a link says that it expired or was used.
CREATE FUNCTION delete_old_account_links() RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM account_links WHERE expires_at <= now() - interval '30 days' RETURNING 1) SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION lookup_account_link(bytea, text), delete_old_account_links() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lookup_account_link(bytea, text), delete_old_account_links() TO tracker_app;
