-- In which browsers has a person signed in before?
-- Grain: one row per person and browser. Its cookie gives the browser a count of its own for wrong passwords, so that strangers who guess
-- cannot keep the owner out; a sign-in from a browser without one is new.
CREATE TABLE known_browsers (
  user_id      text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id_hash      bytea NOT NULL, -- sha256 of the cookie's token
  tenant_id    text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id_hash)
);
CREATE INDEX known_browsers_seen_idx ON known_browsers (last_seen_at);

ALTER TABLE known_browsers ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON known_browsers TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON known_browsers TO tracker_app;

-- Before the tenant is known: has the person of this e-mail signed in with this cookie before?
CREATE FUNCTION is_known_browser(wanted_email text, wanted bytea) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM lookup_user_by_email(wanted_email) u JOIN known_browsers b ON b.user_id = u.user_id
    WHERE b.id_hash = wanted
  )
$$;

-- Longer than the cookie lives.
CREATE FUNCTION delete_old_browsers() RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM known_browsers WHERE last_seen_at <= now() - interval '181 days' RETURNING 1) SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION is_known_browser(text, bytea), delete_old_browsers() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_known_browser(text, bytea), delete_old_browsers() TO tracker_app;
