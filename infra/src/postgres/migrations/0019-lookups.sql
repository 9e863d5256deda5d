-- The few questions that must be asked before the tenant is known: whose campaign, whose key, who signs in, whose session.
-- They run with the rights of the tables' owner (SECURITY DEFINER) and answer for one exact key each; nothing lists across tenants.

CREATE FUNCTION lookup_campaign(wanted text)
RETURNS TABLE (tenant_id text, campaign_id text, destination_url text, time_zone text, leads_are_conversions boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.tenant_id, c.campaign_id,
         -- Our host sends visitors nowhere for a tenant that is suspended, or whose first administrator has shown no e-mail.
         CASE WHEN t.subscription_status <> 'suspended' AND t.confirmed_at IS NOT NULL THEN c.destination_url END,
         t.time_zone, c.leads_are_conversions
  FROM campaigns c JOIN tenants t ON t.id = c.tenant_id
  WHERE c.campaign_id = wanted AND t.closed_at IS NULL
$$;

CREATE FUNCTION lookup_tracking_key(wanted text)
RETURNS TABLE (tenant_id text, provider text, expires_at timestamptz, amounts_in text, permits_get boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT k.tenant_id, k.provider, k.expires_at, k.amounts_in, k.permits_get FROM tracking_keys k WHERE k.key = wanted
$$;

-- The campaign that direct conversions count for: the tenant's choice, else its oldest active campaign, else its oldest.
CREATE FUNCTION lookup_tenant(wanted text)
RETURNS TABLE (tenant_id text, time_zone text, main_campaign_id text, person_salt text, plan text, is_confirmed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.time_zone, coalesce(
    t.main_campaign_id,
    (SELECT c.campaign_id FROM campaigns c WHERE c.tenant_id = t.id ORDER BY c.status <> 'active', c.created_at, c.campaign_id LIMIT 1)
  ), t.person_salt, t.subscription_plan, t.confirmed_at IS NOT NULL
  FROM tenants t WHERE t.id = wanted
$$;

CREATE FUNCTION lookup_user_by_email(wanted text)
RETURNS TABLE (
  user_id text, tenant_id text, email text, first_name text, last_name text, role text, password_hash text, user_created_at timestamptz,
  tenant_name text, slug text, time_zone text, main_campaign_id text,
  subscription_plan text, subscription_status text, is_demo boolean, tenant_created_at timestamptz,
  closed_at timestamptz, confirmed_at timestamptz, email_confirmed_at timestamptz, second_factor_at timestamptz, requires_second_factor boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT u.id, u.tenant_id, u.email, u.first_name, u.last_name, u.role, u.password_hash, u.created_at,
         t.name, t.slug, t.time_zone, t.main_campaign_id,
         t.subscription_plan, t.subscription_status, t.is_demo, t.created_at,
         t.closed_at, t.confirmed_at, u.confirmed_at, u.second_factor_at, t.requires_second_factor
  FROM users u JOIN tenants t ON t.id = u.tenant_id
  WHERE lower(u.email) = lower(wanted) AND (u.confirmed_at IS NOT NULL OR NOT has_account(wanted))
  ORDER BY u.created_at DESC, u.id LIMIT 3
$$;

-- Sessions that have expired are not found.
CREATE FUNCTION lookup_session(wanted bytea)
RETURNS TABLE (
  id_hash bytea, session_created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz, authenticated_at timestamptz,
  user_id text, tenant_id text, email text, first_name text, last_name text, role text, user_created_at timestamptz,
  tenant_name text, slug text, time_zone text, main_campaign_id text,
  subscription_plan text, subscription_status text, is_demo boolean, tenant_created_at timestamptz,
  closed_at timestamptz, confirmed_at timestamptz, email_confirmed_at timestamptz, second_factor_at timestamptz, requires_second_factor boolean
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.id_hash, s.created_at, s.last_seen_at, s.expires_at, s.authenticated_at,
         u.id, u.tenant_id, u.email, u.first_name, u.last_name, u.role, u.created_at,
         t.name, t.slug, t.time_zone, t.main_campaign_id,
         t.subscription_plan, t.subscription_status, t.is_demo, t.created_at,
         t.closed_at, t.confirmed_at, u.confirmed_at, u.second_factor_at, t.requires_second_factor
  FROM sessions s JOIN users u ON u.id = s.user_id JOIN tenants t ON t.id = s.tenant_id
  WHERE s.id_hash = wanted AND s.expires_at > now()
$$;

-- For the hint on the sign-in screen.
CREATE FUNCTION lookup_demo_tenant() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT id FROM tenants WHERE is_demo ORDER BY created_at LIMIT 1
$$;

CREATE FUNCTION lookup_webhook_secret(wanted_tenant text, wanted_checkout text)
RETURNS TABLE (secret_encrypted bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.secret_encrypted FROM webhook_secrets s WHERE s.tenant_id = wanted_tenant AND s.provider = wanted_checkout
$$;

-- For housekeeping: a page of the tenants whose first administrator has proven no address since before.
CREATE FUNCTION list_unconfirmed_tenants(before timestamptz, after text, most integer)
RETURNS TABLE (tenant_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id FROM tenants t
  WHERE t.confirmed_at IS NULL AND t.closed_at IS NULL AND NOT t.is_demo AND t.created_at < before AND t.id > after
  ORDER BY t.id LIMIT most
$$;

-- Ends a tenant for good: no person signs in, its keys are worth nothing, its campaigns are unknown. What was recorded stays.
CREATE FUNCTION close_tenant(wanted text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE tenants SET subscription_status = 'suspended', closed_at = now() WHERE id = wanted;
  DELETE FROM sessions WHERE tenant_id = wanted;
  DELETE FROM invites WHERE tenant_id = wanted;
  DELETE FROM tracking_keys WHERE tenant_id = wanted;
  DELETE FROM api_keys WHERE tenant_id = wanted;
  DELETE FROM webhook_secrets WHERE tenant_id = wanted;
  DELETE FROM checkout_tokens WHERE tenant_id = wanted;
$$;

-- Which tenants are there, and when do their days end? For the processor, which rolls up closed days: a page of tenants by id. It returns
-- nothing else of them.
CREATE FUNCTION list_tenant_zones(after text, most integer)
RETURNS TABLE (tenant_id text, time_zone text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.time_zone FROM tenants t WHERE t.id > after ORDER BY t.id LIMIT most
$$;

REVOKE ALL ON FUNCTION lookup_campaign(text), lookup_tracking_key(text), lookup_webhook_secret(text, text),
  lookup_tenant(text), lookup_user_by_email(text), lookup_session(bytea), lookup_demo_tenant(),
  list_tenant_zones(text, integer), list_unconfirmed_tenants(timestamptz, text, integer), close_tenant(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lookup_campaign(text), lookup_tracking_key(text), lookup_webhook_secret(text, text),
  lookup_tenant(text), lookup_user_by_email(text), lookup_session(bytea), lookup_demo_tenant(),
  list_tenant_zones(text, integer), list_unconfirmed_tenants(timestamptz, text, integer), close_tenant(text) TO tracker_app;

-- Programs cache these answers (infra/src/caches); a change notifies them to invalidate one. The payload is '<kind>:<id>'.
CREATE FUNCTION notify_caches() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed jsonb := to_jsonb(coalesce(NEW, OLD));
BEGIN
  PERFORM pg_notify('cache_invalidated', TG_ARGV[0] || ':' || (changed ->> TG_ARGV[1]));
  -- A campaign's status and age decide its tenant's main campaign; a tenant's time zone is part of each campaign's answer.
  IF TG_TABLE_NAME = 'campaigns' THEN
    PERFORM pg_notify('cache_invalidated', 'tenant:' || (changed ->> 'tenant_id'));
  ELSIF TG_TABLE_NAME = 'tenants' AND TG_OP = 'UPDATE' THEN
    PERFORM pg_notify('cache_invalidated', 'campaign:' || c.campaign_id) FROM campaigns c WHERE c.tenant_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION notify_caches() FROM PUBLIC;

CREATE TRIGGER notify_caches AFTER INSERT OR UPDATE OR DELETE ON tenants
  FOR EACH ROW EXECUTE FUNCTION notify_caches('tenant', 'id');
CREATE TRIGGER notify_caches AFTER INSERT OR UPDATE OR DELETE ON campaigns
  FOR EACH ROW EXECUTE FUNCTION notify_caches('campaign', 'campaign_id');
CREATE TRIGGER notify_caches AFTER INSERT OR UPDATE OR DELETE ON tracking_keys
  FOR EACH ROW EXECUTE FUNCTION notify_caches('tracking_key', 'key');
-- Not on UPDATE: only the last use changes, and ingest does not know it.
CREATE TRIGGER notify_caches AFTER INSERT OR DELETE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION notify_caches('api_key', 'hash');
CREATE TRIGGER notify_caches AFTER INSERT OR UPDATE OR DELETE ON destinations
  FOR EACH ROW EXECUTE FUNCTION notify_caches('destination', 'tenant_id');

CREATE FUNCTION notify_secret_caches() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed record := coalesce(NEW, OLD);
BEGIN
  PERFORM pg_notify('cache_invalidated', 'webhook_secret:' || changed.tenant_id || ':' || changed.provider);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION notify_secret_caches() FROM PUBLIC;
CREATE TRIGGER notify_secret_caches AFTER INSERT OR UPDATE OR DELETE ON webhook_secrets
  FOR EACH ROW EXECUTE FUNCTION notify_secret_caches();
