-- When was a conversion last assigned to a campaign by hand?
-- Grain: one row per conversion that ever was. Figures do not read it: they follow from the log. It gives the assignments of one conversion an
-- order that no program's clock decides.
CREATE TABLE conversion_assignments (
  tenant_id     text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  conversion_id text NOT NULL,
  -- The receipt of the last event, to the millisecond; grows with each one.
  assigned_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, conversion_id)
);

ALTER TABLE conversion_assignments ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON conversion_assignments TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE ON conversion_assignments TO tracker_app;
