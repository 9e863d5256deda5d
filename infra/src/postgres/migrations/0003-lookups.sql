-- The few questions that must be asked before the tenant is known: whose campaign, whose key, who signs in, whose session.
-- They run with the rights of the tables' owner (SECURITY DEFINER) and answer for one exact key each; nothing lists across tenants.

CREATE FUNCTION lookup_campaign(wanted text)
RETURNS TABLE (tenant_id text, campaign_id text, destination_url text, time_zone text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.tenant_id, c.campaign_id, c.destination_url, t.time_zone
  FROM campaigns c JOIN tenants t ON t.id = c.tenant_id
  WHERE c.campaign_id = wanted
$$;

CREATE FUNCTION lookup_tracking_key(wanted text)
RETURNS TABLE (tenant_id text, provider text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT k.tenant_id, k.provider FROM tracking_keys k WHERE k.key = wanted
$$;

-- The campaign that direct conversions count for: the company's choice, else its oldest active campaign, else its oldest.
CREATE FUNCTION lookup_tenant(wanted text)
RETURNS TABLE (tenant_id text, time_zone text, main_campaign_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.time_zone, coalesce(
    t.main_campaign_id,
    (SELECT c.campaign_id FROM campaigns c WHERE c.tenant_id = t.id ORDER BY c.status <> 'active', c.created_at, c.campaign_id LIMIT 1)
  )
  FROM tenants t WHERE t.id = wanted
$$;

CREATE FUNCTION lookup_user_by_email(wanted text)
RETURNS TABLE (
  user_id text, tenant_id text, email text, first_name text, last_name text, role text, password_hash text, user_created_at timestamptz,
  tenant_name text, slug text, time_zone text, main_campaign_id text, currency text,
  subscription_plan text, subscription_status text, is_demo boolean, tenant_created_at timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.tenant_id, u.email, u.first_name, u.last_name, u.role, u.password_hash, u.created_at,
         t.name, t.slug, t.time_zone, t.main_campaign_id, t.currency,
         t.subscription_plan, t.subscription_status, t.is_demo, t.created_at
  FROM users u JOIN tenants t ON t.id = u.tenant_id
  WHERE lower(u.email) = lower(wanted)
$$;

-- Sessions that have expired are not found.
CREATE FUNCTION lookup_session(wanted bytea)
RETURNS TABLE (
  id_hash bytea, session_created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz,
  user_id text, tenant_id text, email text, first_name text, last_name text, role text, user_created_at timestamptz,
  tenant_name text, slug text, time_zone text, main_campaign_id text, currency text,
  subscription_plan text, subscription_status text, is_demo boolean, tenant_created_at timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id_hash, s.created_at, s.last_seen_at, s.expires_at,
         u.id, u.tenant_id, u.email, u.first_name, u.last_name, u.role, u.created_at,
         t.name, t.slug, t.time_zone, t.main_campaign_id, t.currency,
         t.subscription_plan, t.subscription_status, t.is_demo, t.created_at
  FROM sessions s JOIN users u ON u.id = s.user_id JOIN tenants t ON t.id = s.tenant_id
  WHERE s.id_hash = wanted AND s.expires_at > now()
$$;

-- For the hint on the sign-in screen.
CREATE FUNCTION lookup_demo_tenant() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM tenants WHERE is_demo ORDER BY created_at LIMIT 1
$$;

CREATE FUNCTION delete_expired_sessions() RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM sessions WHERE expires_at <= now() RETURNING 1) SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION lookup_campaign(text), lookup_tracking_key(text), lookup_tenant(text), lookup_user_by_email(text),
  lookup_session(bytea), lookup_demo_tenant(), delete_expired_sessions() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lookup_campaign(text), lookup_tracking_key(text), lookup_tenant(text), lookup_user_by_email(text),
  lookup_session(bytea), lookup_demo_tenant(), delete_expired_sessions() TO tracker_app;

-- Programs keep these answers in memory (infra/src/directories); a change tells them to forget one. The payload is '<kind>:<id>'.
CREATE FUNCTION tell_directories() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed jsonb := to_jsonb(coalesce(NEW, OLD));
BEGIN
  PERFORM pg_notify('directory_changed', TG_ARGV[0] || ':' || (changed ->> TG_ARGV[1]));
  -- A campaign's status and age decide its company's main campaign; a company's time zone is part of each campaign's answer.
  IF TG_TABLE_NAME = 'campaigns' THEN
    PERFORM pg_notify('directory_changed', 'tenant:' || (changed ->> 'tenant_id'));
  ELSIF TG_TABLE_NAME = 'tenants' AND TG_OP = 'UPDATE' THEN
    PERFORM pg_notify('directory_changed', 'campaign:' || c.campaign_id) FROM campaigns c WHERE c.tenant_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION tell_directories() FROM PUBLIC;

CREATE TRIGGER tell_directories AFTER INSERT OR UPDATE OR DELETE ON tenants
  FOR EACH ROW EXECUTE FUNCTION tell_directories('tenant', 'id');
CREATE TRIGGER tell_directories AFTER INSERT OR UPDATE OR DELETE ON campaigns
  FOR EACH ROW EXECUTE FUNCTION tell_directories('campaign', 'campaign_id');
CREATE TRIGGER tell_directories AFTER INSERT OR UPDATE OR DELETE ON tracking_keys
  FOR EACH ROW EXECUTE FUNCTION tell_directories('tracking_key', 'key');
