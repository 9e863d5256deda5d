-- For how long does a tenant keep what, and from which moment on are its clicks and page views still there?
-- Grain: one row per tenant that changed a setting or of which something was deleted; the defaults are in `list_retention`.
CREATE TABLE retention (
  tenant_id       text PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  clicks_months   integer NOT NULL DEFAULT 25 CHECK (clicks_months BETWEEN 1 AND 120),
  deliveries_days integer NOT NULL DEFAULT 180 CHECK (deliveries_days BETWEEN 7 AND 3650),
  audit_days      integer NOT NULL DEFAULT 730 CHECK (audit_days BETWEEN 90 AND 3650),
  -- Where a local day begins. What is older was deleted, and is dropped when it comes late: those days keep the figures they have. Only grows.
  clicks_kept_from timestamptz
);
ALTER TABLE retention ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON retention TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE ON retention TO tracker_app;

CREATE TRIGGER notify_caches AFTER INSERT OR UPDATE ON retention
  FOR EACH ROW EXECUTE FUNCTION notify_caches('tenant', 'tenant_id');

CREATE FUNCTION list_retention()
RETURNS TABLE (
  tenant_id text, time_zone text, clicks_months integer, deliveries_days integer, audit_days integer, clicks_kept_from timestamptz
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.time_zone, coalesce(r.clicks_months, 25), coalesce(r.deliveries_days, 180), coalesce(r.audit_days, 730), r.clicks_kept_from
  FROM tenants t LEFT JOIN retention r ON r.tenant_id = t.id
  ORDER BY t.id
$$;

CREATE FUNCTION lookup_retention(wanted text)
RETURNS TABLE (clicks_months integer, clicks_kept_from timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.clicks_months, r.clicks_kept_from FROM retention r WHERE r.tenant_id = wanted
$$;

-- The role of the programs may not delete from the audit log; this is the only way, and takes no row younger than 90 days.
CREATE FUNCTION purge_audit_log(wanted text, before timestamptz) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (
    DELETE FROM audit_log WHERE tenant_id = wanted AND at < least(before, now() - interval '90 days') RETURNING 1
  )
  SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION list_retention(), lookup_retention(text), purge_audit_log(text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_retention(), lookup_retention(text), purge_audit_log(text, timestamptz) TO tracker_app;
