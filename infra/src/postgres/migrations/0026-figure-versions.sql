-- Have the figures of a tenant changed since they were last asked for? The API keeps what it read from the analytics store until
-- the version changes. Grain: one row per tenant; the row '*' is of all tenants at once.
CREATE SEQUENCE figure_version_numbers;
CREATE TABLE figure_versions (
  tenant_id text PRIMARY KEY,
  version   bigint NOT NULL
);

-- Tenant ids, separated by commas, or '*'; after the rows are durable. Each call gives a version that no tenant had before, and notifies the open screens.
CREATE FUNCTION figures_changed(tenants text) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO figure_versions (tenant_id, version)
  -- In one order, so that two processors do not wait for each other.
  SELECT tenant, nextval('figure_version_numbers') FROM (SELECT DISTINCT unnest(string_to_array(tenants, ',')) AS tenant ORDER BY 1) AS changed
  ON CONFLICT (tenant_id) DO UPDATE SET version = excluded.version;
  SELECT pg_notify('figures_changed', tenants)
$$;

-- Two versions are compared for being the same, and for nothing else.
CREATE FUNCTION lookup_figure_versions(tenants text)
RETURNS TABLE (tenant_id text, version text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT wanted, concat_ws('.', coalesce(every.version, 0), coalesce(own.version, 0))
  FROM unnest(string_to_array(tenants, ',')) AS wanted
  LEFT JOIN figure_versions own ON own.tenant_id = wanted
  LEFT JOIN figure_versions every ON every.tenant_id = '*'
$$;

REVOKE ALL ON FUNCTION figures_changed(text), lookup_figure_versions(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION figures_changed(text), lookup_figure_versions(text) TO tracker_app;
