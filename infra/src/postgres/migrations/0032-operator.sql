-- What an operator asks of all tenants at once: `npx -y pnpm@12 ops doctor` and its metric (infra/src/doctor). Numbers only, no row of a tenant.

-- Which limits of ingest were reached on a day, and how often?
-- Grain: one row per day (UTC) and limit. A program adds to it once a minute at most; rows of a month ago are deleted with the next.
CREATE TABLE limits_reached (
  day   date   NOT NULL,
  name  text   NOT NULL,
  times bigint NOT NULL,
  PRIMARY KEY (day, name)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON limits_reached TO tracker_app;

-- Is the demo tenant there, and not closed?
CREATE FUNCTION has_demo_tenant() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM tenants t WHERE t.is_demo AND t.closed_at IS NULL)
$$;

-- How many secrets are shorter than that, by checkout? A ciphertext is as long as its text: around it are a byte of
-- version, one of the length of the key's id, the id, 12 of iv and 16 of tag (infra/src/secrets/keyring.ts).
CREATE FUNCTION count_short_webhook_secrets(shortest integer) RETURNS TABLE (provider text, secrets bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.provider, count(*) FROM webhook_secrets s JOIN tenants t ON t.id = s.tenant_id
  WHERE t.closed_at IS NULL AND octet_length(s.secret_encrypted) - 30 - get_byte(s.secret_encrypted, 1) < shortest
  GROUP BY s.provider
$$;

-- Of how many tenants did a limit of today (UTC) hold back a conversion without a key?
CREATE FUNCTION count_at_unverified_limit() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*) FROM unverified_state WHERE limited_at >= date_trunc('day', now(), 'UTC')
$$;

REVOKE ALL ON FUNCTION has_demo_tenant(), count_short_webhook_secrets(integer), count_at_unverified_limit() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_demo_tenant(), count_short_webhook_secrets(integer), count_at_unverified_limit() TO tracker_app;
