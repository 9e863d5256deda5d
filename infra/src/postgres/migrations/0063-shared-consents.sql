-- Why did a connection end? {code, …} of AdPlatformProblem in schemas/src/ad-platforms/problems.ts; null: it has not, or ended by its time.
ALTER TABLE ad_platform_connections ADD COLUMN ended_because jsonb;

-- Do other tenants of the installation use a consent of the same person at the platform? A platform takes a consent back from the person, so from
-- all tenants; the answer is all that a tenant learns of the others.
CREATE FUNCTION is_consent_shared(of_platform text, of_tenant text, now_at timestamptz) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM ad_platform_connections own
    JOIN ad_platform_connections other ON other.platform = own.platform AND other.platform_user_id = own.platform_user_id
      AND other.tenant_id <> own.tenant_id AND other.ended_at IS NULL
      AND (other.expires_at IS NULL OR other.expires_at > now_at)
    WHERE own.platform = of_platform AND own.tenant_id = of_tenant AND of_tenant = current_setting('app.tenant_id', true)
  )
$$;
REVOKE ALL ON FUNCTION is_consent_shared(text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_consent_shared(text, text, timestamptz) TO tracker_app;
