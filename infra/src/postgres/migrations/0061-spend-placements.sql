-- Is the spend of this placement in the report of its ad platform already?
-- Grain: one row per source that a tenant was asked about, such as 'instagram'. Without a row there is no answer yet.
CREATE TABLE spend_placements (
  tenant_id   text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  source      text NOT NULL, -- of PLACEMENT_SOURCES in schemas/src/capture/source-names.ts
  is_reported boolean NOT NULL,
  answered_by text NOT NULL, -- the user's id, or 'key:' and that of an API key
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, source)
);
ALTER TABLE spend_placements ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON spend_placements TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE ON spend_placements TO tracker_app;
