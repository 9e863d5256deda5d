-- Which old conversions did people import, and from which file?
-- Grain: one row per conversion and import. Figures do not read it: they follow from the log, which gets an event with each row, in the same
-- transaction. It recognises a file that comes twice, and is what an undo takes back.
CREATE TABLE conversion_imports (
  tenant_id      text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  conversion_id  text NOT NULL,
  import_id      text NOT NULL,
  checkout       text NOT NULL,
  transaction_id text NOT NULL,
  content_hash   text NOT NULL, -- of the row's fields: the same row again is a duplicate
  is_undone      boolean NOT NULL DEFAULT false,
  -- The receipt of the last event, to the millisecond; grows with each event of the conversion.
  changed_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, conversion_id, import_id)
);
CREATE INDEX conversion_imports_import_idx ON conversion_imports (tenant_id, import_id);

ALTER TABLE conversion_imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON conversion_imports TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE ON conversion_imports TO tracker_app;
