-- What an operator asks of all tenants at once: `ops doctor` and its metric (infra/src/doctor). Numbers only, no row of a tenant.

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

-- How many secrets that travel with deliveries are shorter than that, by checkout? A ciphertext is as long as its text: around it are a byte of
-- version, one of the length of the key's id, the id, 12 of iv and 16 of tag (infra/src/secrets/keyring.ts).
CREATE FUNCTION count_short_webhook_secrets(shortest integer) RETURNS TABLE (provider text, secrets bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.provider, count(*) FROM webhook_secrets s JOIN tenants t ON t.id = s.tenant_id
  WHERE s.token_hash IS NOT NULL AND t.closed_at IS NULL
    AND octet_length(s.secret_encrypted) - 30 - get_byte(s.secret_encrypted, 1) < shortest
  GROUP BY s.provider
$$;

-- Of how many tenants has a conversion without a key reached the limit of the day (UTC)? Reads no more of each than the limit.
CREATE FUNCTION count_at_unverified_limit(default_per_day integer) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT count(*) FROM unverified_state s
  CROSS JOIN LATERAL (
    SELECT coalesce(
      (SELECT r.per_day FROM unverified_rules r WHERE r.tenant_id = s.tenant_id ORDER BY r.from_at DESC LIMIT 1), default_per_day
    ) AS per_day
  ) AS rule
  CROSS JOIN LATERAL (
    SELECT count(*) AS passed FROM (
      SELECT FROM unverified_conversions u
      WHERE u.tenant_id = s.tenant_id AND u.received_at >= date_trunc('day', now(), 'UTC') AND u.is_candidate AND u.passes
      LIMIT rule.per_day + 1
    ) AS today
  ) AS day
  WHERE rule.per_day > 0 AND day.passed > rule.per_day
$$;

REVOKE ALL ON FUNCTION has_demo_tenant(), count_short_webhook_secrets(integer), count_at_unverified_limit(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_demo_tenant(), count_short_webhook_secrets(integer), count_at_unverified_limit(integer) TO tracker_app;
