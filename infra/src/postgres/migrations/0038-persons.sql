-- Who may sign in, and for which tenants? A person is one account, a member of any number of tenants (infra/docs/adr/0087).
--
-- What is a person's own (persons, sessions, known_browsers, account_links, recovery_codes) belongs to no tenant. Its policy `person_wall`
-- shows a transaction the rows of the person that set_config('app.person_id', …, true) names, and none when it names none. A `user_id` is
-- the id of a person; `person_id` is something else, the keyed hash of a buyer.

ALTER TABLE users RENAME TO persons;
ALTER TABLE persons RENAME CONSTRAINT users_pkey TO persons_pkey;
ALTER INDEX users_email_key RENAME TO persons_email_key;
ALTER INDEX users_email_idx RENAME TO persons_email_idx;
DROP TRIGGER notify_access_changed ON persons;
DROP TRIGGER end_push_of_user ON persons;
DROP FUNCTION end_push_of_user();

-- Who belongs to which tenant, and in which role?
-- Grain: one row per tenant and person. A person who is removed keeps the account, and belongs to one tenant less.
CREATE TABLE memberships (
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  user_id    text NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
  role       text NOT NULL CHECK (role IN ('admin', 'editor', 'viewer')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id)
);
CREATE INDEX memberships_user_idx ON memberships (user_id);
INSERT INTO memberships SELECT tenant_id, id, role, created_at FROM persons;
ALTER TABLE memberships ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON memberships TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON memberships TO tracker_app;

DROP POLICY tenant_wall ON persons;
DROP POLICY tenant_wall ON sessions;
DROP POLICY tenant_wall ON known_browsers;
DROP POLICY tenant_wall ON account_links;
DROP POLICY tenant_wall ON recovery_codes;
-- The tenant that a request means when it names none.
ALTER TABLE persons ADD COLUMN last_tenant_id text REFERENCES tenants (id) ON DELETE SET NULL;
-- Since when it is that one: it is written at most once a minute.
ALTER TABLE persons ADD COLUMN last_tenant_at timestamptz;
UPDATE persons SET last_tenant_id = tenant_id;
-- Their secrets are encrypted for a person of a tenant, and now for a person: each is set up again.
UPDATE persons SET totp_secret_encrypted = NULL, totp_step = NULL, second_factor_at = NULL;
DELETE FROM recovery_codes;
ALTER TABLE persons DROP COLUMN tenant_id, DROP COLUMN role;
ALTER TABLE sessions DROP COLUMN tenant_id;
ALTER TABLE known_browsers DROP COLUMN tenant_id;
ALTER TABLE account_links DROP COLUMN tenant_id;
ALTER TABLE recovery_codes DROP COLUMN tenant_id;
CREATE POLICY person_wall ON persons TO tracker_app USING (id = current_setting('app.person_id', true));
CREATE POLICY person_wall ON sessions TO tracker_app USING (user_id = current_setting('app.person_id', true));
CREATE POLICY person_wall ON known_browsers TO tracker_app USING (user_id = current_setting('app.person_id', true));
CREATE POLICY person_wall ON account_links TO tracker_app USING (user_id = current_setting('app.person_id', true));
CREATE POLICY person_wall ON recovery_codes TO tracker_app USING (user_id = current_setting('app.person_id', true));

-- The members of the transaction's tenant, as it may see them: nothing that opens an account, and nothing of their other tenants.
CREATE VIEW users WITH (security_barrier) AS
  SELECT p.id, m.tenant_id, p.email, p.first_name, p.last_name, m.role, p.confirmed_at, m.created_at, p.second_factor_at
  FROM memberships m JOIN persons p ON p.id = m.user_id
  WHERE m.tenant_id = current_setting('app.tenant_id', true);
GRANT SELECT ON users TO tracker_app;

-- The tenants of the transaction's person.
CREATE VIEW own_tenants WITH (security_barrier) AS
  SELECT t.id, t.name, t.slug, m.role, t.is_demo, t.subscription_status, t.closed_at
  FROM memberships m JOIN tenants t ON t.id = m.tenant_id
  WHERE m.user_id = current_setting('app.person_id', true);
GRANT SELECT ON own_tenants TO tracker_app;

-- Who proved the e-mail, also when they are a member of nothing? For an invitation.
CREATE FUNCTION lookup_person(wanted_email text)
RETURNS TABLE (user_id text, password_hash text, tenant_id text, has_second_factor boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.id, p.password_hash, (
      SELECT m.tenant_id FROM memberships m WHERE m.user_id = p.id ORDER BY m.tenant_id = p.last_tenant_id DESC NULLS LAST, m.tenant_id LIMIT 1
    ), p.second_factor_at IS NOT NULL
  FROM persons p WHERE lower(p.email) = lower(wanted_email) AND p.confirmed_at IS NOT NULL
$$;

-- Whether a member of any tenant proved the e-mail, and nothing else of them.
CREATE OR REPLACE FUNCTION has_account(wanted text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM persons p
    WHERE lower(p.email) = lower(wanted) AND p.confirmed_at IS NOT NULL AND EXISTS (SELECT FROM memberships m WHERE m.user_id = p.id)
  )
$$;

-- Who is a member of nothing can register again: the account of before goes when the address is proven again.
CREATE FUNCTION yield_address() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM persons p
  WHERE lower(p.email) = lower(NEW.email) AND p.id <> NEW.id AND p.confirmed_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = p.id);
  RETURN NEW;
END
$$;
CREATE TRIGGER yield_address BEFORE INSERT OR UPDATE OF confirmed_at ON persons
  FOR EACH ROW WHEN (NEW.confirmed_at IS NOT NULL) EXECUTE FUNCTION yield_address();

-- The wanted tenant, when the person is a member; without one the tenant used last, then the oldest membership. A suspended one comes last.
CREATE FUNCTION tenant_of_person(person text, wanted text)
RETURNS TABLE (tenant_id text, role text, joined_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.tenant_id, m.role, m.created_at
  FROM memberships m JOIN persons p ON p.id = m.user_id JOIN tenants t ON t.id = m.tenant_id
  WHERE m.user_id = person AND (wanted IS NULL OR m.tenant_id = wanted)
  ORDER BY t.subscription_status = 'suspended' OR t.closed_at IS NOT NULL,
           m.tenant_id IS DISTINCT FROM p.last_tenant_id, m.created_at, m.tenant_id
  LIMIT 1
$$;

-- Accounts with the address, each in its tenant; not of people who belong to none.
CREATE OR REPLACE FUNCTION lookup_user_by_email(wanted text)
RETURNS TABLE (
  user_id text, tenant_id text, email text, first_name text, last_name text, role text, password_hash text, user_created_at timestamptz,
  tenant_name text, slug text, time_zone text, main_campaign_id text,
  subscription_plan text, subscription_status text, is_demo boolean, tenant_created_at timestamptz,
  closed_at timestamptz, confirmed_at timestamptz, email_confirmed_at timestamptz, second_factor_at timestamptz, requires_second_factor boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT p.id, c.tenant_id, p.email, p.first_name, p.last_name, c.role, p.password_hash, c.joined_at,
         t.name, t.slug, t.time_zone, t.main_campaign_id,
         t.subscription_plan, t.subscription_status, t.is_demo, t.created_at,
         t.closed_at, t.confirmed_at, p.confirmed_at, p.second_factor_at, t.requires_second_factor
  FROM persons p CROSS JOIN LATERAL tenant_of_person(p.id, NULL) c JOIN tenants t ON t.id = c.tenant_id
  WHERE lower(p.email) = lower(wanted) AND (p.confirmed_at IS NOT NULL OR NOT has_account(wanted))
  ORDER BY p.created_at DESC, p.id LIMIT 3
$$;

-- Sessions that have expired are not found. Without a tenant_id: the person is no member of the wanted tenant, or of any.
DROP FUNCTION lookup_session(bytea);
CREATE FUNCTION lookup_session(wanted bytea, wanted_tenant text)
RETURNS TABLE (
  id_hash bytea, session_created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, authenticated_at timestamptz,
  user_id text, last_tenant_id text, last_tenant_at timestamptz, tenant_id text, email text, first_name text, last_name text, role text, user_created_at timestamptz,
  tenant_name text, slug text, time_zone text, main_campaign_id text,
  subscription_plan text, subscription_status text, is_demo boolean, tenant_created_at timestamptz,
  closed_at timestamptz, confirmed_at timestamptz, email_confirmed_at timestamptz, second_factor_at timestamptz, requires_second_factor boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id_hash, s.created_at, s.last_seen_at, s.expires_at, s.authenticated_at,
         p.id, p.last_tenant_id, p.last_tenant_at, c.tenant_id, p.email, p.first_name, p.last_name, c.role, c.joined_at,
         t.name, t.slug, t.time_zone, t.main_campaign_id,
         t.subscription_plan, t.subscription_status, t.is_demo, t.created_at,
         t.closed_at, t.confirmed_at, p.confirmed_at, p.second_factor_at, t.requires_second_factor
  FROM sessions s JOIN persons p ON p.id = s.user_id
  LEFT JOIN LATERAL tenant_of_person(p.id, wanted_tenant) c ON true LEFT JOIN tenants t ON t.id = c.tenant_id
  WHERE s.id_hash = wanted AND s.expires_at > now()
$$;

-- The tenant is that of the audit log's entry.
CREATE OR REPLACE FUNCTION lookup_account_link(wanted bytea, wanted_kind text)
RETURNS TABLE (user_id text, tenant_id text, email text, expires_at timestamptz, used_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT l.user_id, c.tenant_id, p.email, l.expires_at, l.used_at
  FROM account_links l JOIN persons p ON p.id = l.user_id CROSS JOIN LATERAL tenant_of_person(p.id, NULL) c
  WHERE l.token_hash = wanted AND l.kind = wanted_kind
$$;

-- No person is signed in without a tenant. The person is locked before their sessions, as a change of the password takes them: in the other
-- order two such transactions wait for each other.
CREATE FUNCTION end_sessions_without_tenant(person text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT FROM persons p WHERE p.id = person FOR UPDATE;
  DELETE FROM sessions s
  WHERE s.user_id = person AND NOT EXISTS (
    SELECT FROM memberships m JOIN tenants t ON t.id = m.tenant_id
    WHERE m.user_id = person AND t.subscription_status <> 'suspended' AND t.closed_at IS NULL
  )
$$;

CREATE FUNCTION end_sessions_of_member() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM end_sessions_without_tenant(OLD.user_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER end_sessions_of_member AFTER DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION end_sessions_of_member();

CREATE FUNCTION end_sessions_of_tenant() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM end_sessions_without_tenant(m.user_id) FROM memberships m WHERE m.tenant_id = NEW.id ORDER BY m.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER end_sessions_of_tenant AFTER UPDATE OF subscription_status, closed_at ON tenants
  FOR EACH ROW WHEN (NEW.subscription_status = 'suspended' OR NEW.closed_at IS NOT NULL) EXECUTE FUNCTION end_sessions_of_tenant();

CREATE OR REPLACE FUNCTION close_tenant(wanted text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE tenants SET subscription_status = 'suspended', closed_at = now() WHERE id = wanted;
  DELETE FROM invites WHERE tenant_id = wanted;
  DELETE FROM tracking_keys WHERE tenant_id = wanted;
  DELETE FROM api_keys WHERE tenant_id = wanted;
  DELETE FROM webhook_secrets WHERE tenant_id = wanted;
  DELETE FROM checkout_tokens WHERE tenant_id = wanted;
$$;

-- An open tab hears at once that its person may do more or less here, or is a member no longer.
CREATE TRIGGER notify_access_changed AFTER UPDATE OF role ON memberships
  FOR EACH ROW WHEN (OLD.role <> NEW.role) EXECUTE FUNCTION notify_access_changed('user_id');
CREATE TRIGGER notify_access_ended AFTER DELETE ON memberships
  FOR EACH ROW EXECUTE FUNCTION notify_access_changed('user_id');
CREATE OR REPLACE FUNCTION notify_access_of_tenant_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('access_changed', m.user_id) FROM memberships m WHERE m.tenant_id = NEW.id;
  RETURN NULL;
END
$$;

-- A device rings for each tenant whose notices its person asked for on it, by the settings of that tenant, as long as they are a member.
ALTER TABLE push_devices DROP CONSTRAINT push_devices_user_id_fkey;
ALTER TABLE push_devices ADD FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id) ON DELETE CASCADE;
ALTER TABLE push_devices DROP CONSTRAINT push_devices_endpoint_hash_key;
ALTER TABLE push_devices ADD UNIQUE (endpoint_hash, tenant_id);

-- Another role: the devices ask again.
CREATE FUNCTION end_push_of_member() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM push_devices p WHERE p.tenant_id = NEW.tenant_id AND p.user_id = NEW.user_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER end_push_of_member AFTER UPDATE OF role ON memberships
  FOR EACH ROW WHEN (OLD.role <> NEW.role) EXECUTE FUNCTION end_push_of_member();

-- Another password: so do those whose session is no more.
CREATE FUNCTION end_push_of_person() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM push_devices p
  WHERE p.user_id = NEW.id AND NOT EXISTS (SELECT FROM sessions s WHERE s.id_hash = p.session_hash);
  RETURN NULL;
END
$$;
CREATE TRIGGER end_push_of_person AFTER UPDATE OF password_hash ON persons
  FOR EACH ROW WHEN (OLD.password_hash <> NEW.password_hash) EXECUTE FUNCTION end_push_of_person();

REVOKE ALL ON FUNCTION lookup_person(text), yield_address(), tenant_of_person(text, text), lookup_session(bytea, text), end_sessions_without_tenant(text),
  end_sessions_of_member(), end_sessions_of_tenant(), end_push_of_member(), end_push_of_person() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lookup_session(bytea, text), lookup_person(text) TO tracker_app;
