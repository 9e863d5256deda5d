-- Which companies are there, and when do their days end? For the processor, which counts days that are over: a page of them by id. The
-- only question that lists across companies; it tells nothing else of them.
CREATE FUNCTION list_company_zones(after text, most integer)
RETURNS TABLE (tenant_id text, time_zone text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.time_zone FROM tenants t WHERE t.id > after ORDER BY t.id LIMIT most
$$;
REVOKE ALL ON FUNCTION list_company_zones(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_company_zones(text, integer) TO tracker_app;
