-- expand
-- In which quarters of an hour did a tenant change what its administrators are mailed about (infra/docs/adr/0173)? Those that ended at least a minute
-- ago, for transactions that began in them. `actions`: names with commas between them. Not of tenants that get no mails.
CREATE INDEX audit_log_at_idx ON audit_log (at) WHERE tenant_id IS NOT NULL;
CREATE FUNCTION list_warned_changes(actions text, hours_back integer) RETURNS TABLE (tenant_id text, name text, time_zone text, begins_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT a.tenant_id, t.name, t.time_zone, date_bin('15 minutes', a.at, 'epoch') FROM audit_log a JOIN tenants t ON t.id = a.tenant_id
  WHERE a.at >= now() - hours_back * interval '1 hour' AND a.at < date_bin('15 minutes', now() - interval '1 minute', 'epoch')
    AND a.action = ANY (string_to_array(actions, ','))
    AND NOT t.is_demo AND t.subscription_status <> 'suspended' AND t.closed_at IS NULL AND t.confirmed_at IS NOT NULL
$$;
REVOKE ALL ON FUNCTION list_warned_changes(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_warned_changes(text, integer) TO tracker_app;
