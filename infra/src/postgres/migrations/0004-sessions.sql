-- Who is signed in, and until when?
-- Grain: one row per session.
CREATE TABLE sessions (
  id_hash      bytea PRIMARY KEY, -- sha256 of the cookie's token: a stolen table opens no session
  tenant_id    text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  user_id      text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at   timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz NOT NULL,
  -- The last time that password and second factor were given: keys, secrets and roles ask for them again.
  authenticated_at timestamptz NOT NULL DEFAULT now(),
  ip           text,
  user_agent   text
);
CREATE INDEX sessions_user_idx ON sessions (user_id);
CREATE INDEX sessions_expiry_idx ON sessions (expires_at);

ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON sessions TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO tracker_app;

CREATE FUNCTION delete_expired_sessions() RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM sessions WHERE expires_at <= now() RETURNING 1) SELECT count(*) FROM gone
$$;

-- Cuts the addresses of old sessions to their network; text that is no address is removed.
CREATE FUNCTION cut_session_addresses(before timestamptz) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH cut AS (
    SELECT s.id_hash, CASE WHEN pg_input_is_valid(s.ip, 'inet')
      THEN host(network(set_masklen(s.ip::inet, CASE family(s.ip::inet) WHEN 4 THEN 24 ELSE 48 END))) END AS ip
    FROM sessions s WHERE s.created_at < before AND s.ip IS NOT NULL
  ), changed AS (
    UPDATE sessions s SET ip = cut.ip FROM cut WHERE cut.id_hash = s.id_hash AND s.ip IS DISTINCT FROM cut.ip RETURNING 1
  )
  SELECT count(*) FROM changed
$$;

REVOKE ALL ON FUNCTION delete_expired_sessions(), cut_session_addresses(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_expired_sessions(), cut_session_addresses(timestamptz) TO tracker_app;

-- An open tab hears at once that its person may do more or less, or that its session ended, in any process.
CREATE FUNCTION notify_access_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('access_changed', to_jsonb(OLD) ->> TG_ARGV[0]);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION notify_access_changed() FROM PUBLIC;
CREATE TRIGGER notify_access_changed AFTER UPDATE OF role ON users
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role) EXECUTE FUNCTION notify_access_changed('id');
CREATE TRIGGER notify_access_changed AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION notify_access_changed('user_id');

-- A second factor that is required from now on closes all other calls to people without one.
CREATE FUNCTION notify_access_of_tenant_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_notify('access_changed', u.id) FROM users u WHERE u.tenant_id = NEW.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION notify_access_of_tenant_changed() FROM PUBLIC;
CREATE TRIGGER notify_access_changed AFTER UPDATE OF requires_second_factor ON tenants
  FOR EACH ROW WHEN (OLD.requires_second_factor IS DISTINCT FROM NEW.requires_second_factor)
  EXECUTE FUNCTION notify_access_of_tenant_changed();
