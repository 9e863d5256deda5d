-- Who was invited to join a tenant and has not answered yet?
-- Grain: one row per tenant and e-mail; a new invitation replaces the one before it. An invitation that was accepted or withdrawn has no row:
-- its link is then as unknown as a link that was never sent.
CREATE TABLE invites (
  id           text PRIMARY KEY,
  tenant_id    text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  email        text NOT NULL, -- lower case
  role         text NOT NULL CHECK (role IN ('editor', 'viewer')),  -- a link makes no admin
  token_hash   bytea NOT NULL UNIQUE, -- sha256 of the link's token: a stolen table opens no account
  -- A removed or demoted administrator leaves no open door: their invitations go with them (users-service.ts).
  inviter_id   text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  inviter_name text NOT NULL,         -- as it was then
  mailed       boolean NOT NULL DEFAULT false, -- only its receiver has the link, so that its use proves the address; else the inviter was shown it
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  UNIQUE (tenant_id, email)
);
CREATE INDEX invites_expiry_idx ON invites (expires_at);

ALTER TABLE invites ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON invites TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON invites TO tracker_app;

-- Before the tenant is known: what does this link invite to? Finds expired invitations too: the screen says since when.
CREATE FUNCTION lookup_invite(wanted bytea)
RETURNS TABLE (invite_id text, tenant_id text, tenant_name text, email text, role text, inviter_name text, mailed boolean, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT i.id, i.tenant_id, t.name, i.email, i.role, i.inviter_name, i.mailed, i.expires_at
  FROM invites i JOIN tenants t ON t.id = i.tenant_id
  WHERE i.token_hash = wanted
$$;

-- For a month a link says that it expired; then its row goes, with the address.
CREATE FUNCTION delete_old_invites() RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM invites WHERE expires_at <= now() - interval '30 days' RETURNING 1) SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION lookup_invite(bytea), delete_old_invites() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lookup_invite(bytea), delete_old_invites() TO tracker_app;
