-- expand
-- How many leads came is a figure: it stays when a person is erased, as conversions do. Nothing here is about the person.
-- Grain: one row per lead that was erased.
CREATE TABLE erased_leads (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id   text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  campaign_id text,
  received_at timestamptz(3) NOT NULL
);
CREATE INDEX erased_leads_of_days_idx ON erased_leads (tenant_id, received_at);
ALTER TABLE erased_leads ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON erased_leads TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT ON erased_leads TO tracker_app;

CREATE FUNCTION keep_erased_lead() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- With a tenant all of it goes.
  INSERT INTO erased_leads (tenant_id, campaign_id, received_at)
  SELECT OLD.tenant_id, OLD.campaign_id, OLD.received_at WHERE EXISTS (SELECT FROM tenants t WHERE t.id = OLD.tenant_id);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION keep_erased_lead() FROM PUBLIC;
CREATE TRIGGER keep_erased_lead AFTER DELETE ON leads FOR EACH ROW EXECUTE FUNCTION keep_erased_lead();
