-- Before the first tenant there is no one who could invite: the only question about all tenants that needs no tenant, and its answer is yes or no.
CREATE FUNCTION has_tenant() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM tenants WHERE NOT is_demo)
$$;
REVOKE ALL ON FUNCTION has_tenant() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_tenant() TO tracker_app;
