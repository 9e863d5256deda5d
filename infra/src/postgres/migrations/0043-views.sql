-- Which filters does a person or a tenant keep by name?
-- Grain: one row per view. A view of the tenant has no owner; one that its owner kept for themselves goes with the membership.
CREATE TABLE views (
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id         text NOT NULL,
  user_id    text,
  screen     text NOT NULL CHECK (screen IN ('dashboard', 'analytics', 'geography', 'conversion-logs', 'click-logs')),
  name       text NOT NULL,
  search     text NOT NULL, -- the filters, as the address of the screen has them
  is_default boolean NOT NULL DEFAULT false,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES memberships (tenant_id, user_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX views_name_idx ON views (tenant_id, screen, coalesce(user_id, ''), lower(name));
CREATE UNIQUE INDEX views_default_idx ON views (tenant_id, screen, coalesce(user_id, '')) WHERE is_default;

ALTER TABLE views ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON views TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON views TO tracker_app;
