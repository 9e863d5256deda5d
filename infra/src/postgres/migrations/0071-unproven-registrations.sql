-- Of several registrations of one address, none proven, the password decides among all, and a new password is for the one that the person chooses
-- (infra/docs/adr/0141). So there are five at most: each is a hash for a wrong password.
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
  -- Of more than five, from before there was a limit, those that were there first.
  ORDER BY p.created_at, p.id LIMIT 5
$$;

-- In the transaction that adds one: of two at the same moment the second waits, and counts the first. One that is closed counts no more.
CREATE FUNCTION count_unproven(wanted text) RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('unproven ' || lower(wanted), 0));
  RETURN (
    SELECT count(*) FROM persons p
    WHERE lower(p.email) = lower(wanted) AND p.confirmed_at IS NULL
      AND EXISTS (SELECT FROM memberships m JOIN tenants t ON t.id = m.tenant_id WHERE m.user_id = p.id AND t.closed_at IS NULL)
  );
END
$$;

-- Who has the link of a new password may choose among these; none where the address is proven.
CREATE FUNCTION list_registrations_of_link(wanted bytea) RETURNS TABLE (user_id text, tenant_id text, tenant_name text, created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.user_id, u.tenant_id, u.tenant_name, u.user_created_at
  FROM account_links l JOIN persons p ON p.id = l.user_id CROSS JOIN LATERAL lookup_user_by_email(p.email) u
  WHERE l.token_hash = wanted AND l.kind = 'reset' AND u.email_confirmed_at IS NULL AND u.closed_at IS NULL
  ORDER BY u.user_created_at DESC, u.user_id
$$;

-- The link is of one of them, and is used for another.
CREATE FUNCTION use_account_link(wanted bytea, wanted_kind text, at timestamptz) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH used AS (
    UPDATE account_links SET used_at = at WHERE token_hash = wanted AND kind = wanted_kind AND used_at IS NULL RETURNING 1
  )
  SELECT EXISTS (SELECT FROM used)
$$;

REVOKE ALL ON FUNCTION count_unproven(text), list_registrations_of_link(bytea), use_account_link(bytea, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_unproven(text), list_registrations_of_link(bytea), use_account_link(bytea, text, timestamptz) TO tracker_app;
