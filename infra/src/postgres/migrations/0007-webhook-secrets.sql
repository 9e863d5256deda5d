-- What a checkout proves itself with, and the change of a webhook's key.

-- Encrypted by the keyring of APP_KEYS, bound to the row by the aad 'webhook-secret|tenant|provider': a stolen table, or a row copied to
-- another company, gives nobody a secret.
CREATE TABLE webhook_secrets (
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  provider   text NOT NULL,
  sealed     bytea NOT NULL,
  -- sha256 of a secret that its checkout sends as it is, so that a delivery without a key can name its company. Null for the secrets
  -- that only sign: they never travel, so nobody can ask for them.
  token_hash text,
  set_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, provider)
);
CREATE INDEX webhook_secrets_token_idx ON webhook_secrets (provider, token_hash) WHERE token_hash IS NOT NULL;

ALTER TABLE webhook_secrets ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON webhook_secrets TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_secrets TO tracker_app;

-- A key that was replaced still opens until then, so that nobody has to change the checkout's settings in the same second. Null: in use.
ALTER TABLE tracking_keys ADD COLUMN expires_at timestamptz;
ALTER TABLE tracking_keys DROP CONSTRAINT tracking_keys_tenant_id_provider_key;
CREATE UNIQUE INDEX tracking_keys_in_use_key ON tracking_keys (tenant_id, provider) WHERE expires_at IS NULL;
CREATE INDEX tracking_keys_tenant_idx ON tracking_keys (tenant_id, provider);

-- Look-ups across companies, each for one exact key; see 0003-lookups.sql.
DROP FUNCTION lookup_tracking_key(text);
CREATE FUNCTION lookup_tracking_key(wanted text)
RETURNS TABLE (tenant_id text, provider text, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT k.tenant_id, k.provider, k.expires_at FROM tracking_keys k WHERE k.key = wanted
$$;

CREATE FUNCTION lookup_webhook_secret(wanted_tenant text, wanted_provider text)
RETURNS TABLE (sealed bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.sealed FROM webhook_secrets s WHERE s.tenant_id = wanted_tenant AND s.provider = wanted_provider
$$;

-- A token that two companies have set names neither.
CREATE FUNCTION lookup_webhook_token(wanted_provider text, wanted_hash text)
RETURNS TABLE (tenant_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT min(s.tenant_id) FROM webhook_secrets s
  WHERE s.provider = wanted_provider AND s.token_hash = wanted_hash
  HAVING count(*) = 1
$$;

REVOKE ALL ON FUNCTION lookup_tracking_key(text), lookup_webhook_secret(text, text), lookup_webhook_token(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lookup_tracking_key(text), lookup_webhook_secret(text, text), lookup_webhook_token(text, text) TO tracker_app;

CREATE FUNCTION tell_secret_directories() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  PERFORM pg_notify('directory_changed', 'webhook_secret:' || changed.tenant_id || ':' || changed.provider);
  -- The token before and the token after: each may name another company now, or none.
  IF TG_OP <> 'INSERT' AND OLD.token_hash IS NOT NULL THEN
    PERFORM pg_notify('directory_changed', 'webhook_token:' || OLD.provider || ':' || OLD.token_hash);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.token_hash IS NOT NULL THEN
    PERFORM pg_notify('directory_changed', 'webhook_token:' || NEW.provider || ':' || NEW.token_hash);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION tell_secret_directories() FROM PUBLIC;
CREATE TRIGGER tell_secret_directories AFTER INSERT OR UPDATE OR DELETE ON webhook_secrets
  FOR EACH ROW EXECUTE FUNCTION tell_secret_directories();
