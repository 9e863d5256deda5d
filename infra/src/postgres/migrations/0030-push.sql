-- 'Venda!' on the phone: Web Push to devices, through the outbox (infra/docs/adr/0068).

-- With which key do we sign towards push services?
-- Grain: one row, from the first time that a person looks at the notices; none before.
CREATE TABLE push_keys (
  is_only    boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  public_key text NOT NULL,
  -- Encrypted by the keyring of APP_KEYS with the aad 'push-key'.
  private_key_encrypted bytea NOT NULL,
  subject    text NOT NULL, -- whom a push service may write to: a URL or mailto: of this installation
  created_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON push_keys TO tracker_app;

-- Which device of which person gets notices, and when may it ring?
-- Grain: one row per destination of the kind 'web-push', whose `token_encrypted` is the subscription of the browser.
CREATE TABLE push_devices (
  destination_id text PRIMARY KEY REFERENCES destinations (id) ON DELETE CASCADE,
  tenant_id      text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  user_id        text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The session that last asked for notices on this device. When a person ends it, they end.
  session_hash   bytea NOT NULL,
  -- sha256 of the subscription's address: a browser is one device, of the person who used it last.
  endpoint_hash  bytea NOT NULL UNIQUE,
  user_agent     text,
  mode           text NOT NULL CHECK (mode IN ('each', 'hourly')),
  min_cents      bigint NOT NULL CHECK (min_cents >= 0), -- of a conversion in reais; 0: every conversion
  -- Hours of the tenant's zone; the second is the first one that may ring again. Null: none.
  quiet_from     smallint CHECK (quiet_from BETWEEN 0 AND 23),
  quiet_until    smallint CHECK (quiet_until BETWEEN 0 AND 23),
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from <> quiet_until IS NOT FALSE)
);
CREATE INDEX push_devices_user_idx ON push_devices (tenant_id, user_id);
CREATE INDEX push_devices_session_idx ON push_devices (session_hash);

ALTER TABLE push_devices ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON push_devices TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON push_devices TO tracker_app;

-- A browser that another person uses now no longer gets the earlier one's conversions, of any tenant.
CREATE FUNCTION leave_push_device(endpoint bytea, new_user text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM push_devices WHERE endpoint_hash = endpoint AND user_id <> new_user
$$;
REVOKE ALL ON FUNCTION leave_push_device(bytea, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION leave_push_device(bytea, text) TO tracker_app;

-- With its device, a destination goes, and what waits for it.
CREATE FUNCTION remove_push_destination() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM destinations WHERE id = OLD.destination_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER remove_push_destination AFTER DELETE ON push_devices
  FOR EACH ROW EXECUTE FUNCTION remove_push_destination();

-- Signed out, or ended by its person: not a session that just grew old, whose device would fall silent for no reason that a person sees.
CREATE FUNCTION end_push_of_session() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM push_devices WHERE session_hash = OLD.id_hash;
  ELSE
    UPDATE push_devices SET session_hash = NEW.id_hash WHERE session_hash = OLD.id_hash;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER end_push_of_session AFTER DELETE ON sessions
  FOR EACH ROW WHEN (OLD.expires_at > now()) EXECUTE FUNCTION end_push_of_session();
CREATE TRIGGER keep_push_of_session AFTER UPDATE OF id_hash ON sessions
  FOR EACH ROW WHEN (OLD.id_hash <> NEW.id_hash) EXECUTE FUNCTION end_push_of_session();

-- Another role: the devices ask again. Another password: so do those whose session is no more.
CREATE FUNCTION end_push_of_user() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM push_devices p
  WHERE p.user_id = NEW.id
    AND (OLD.role <> NEW.role OR NOT EXISTS (SELECT FROM sessions s WHERE s.id_hash = p.session_hash));
  RETURN NULL;
END
$$;
CREATE TRIGGER end_push_of_user AFTER UPDATE OF role, password_hash ON users
  FOR EACH ROW WHEN (OLD.role <> NEW.role OR OLD.password_hash <> NEW.password_hash) EXECUTE FUNCTION end_push_of_user();
REVOKE ALL ON FUNCTION remove_push_destination(), end_push_of_session(), end_push_of_user() FROM PUBLIC;
