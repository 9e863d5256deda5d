-- Which campaigns does a tenant track, and where does each send its visitors?
-- Grain: one row per campaign.
CREATE TABLE campaigns (
  campaign_id          text PRIMARY KEY, -- unique among all tenants: the public URL carries no tenant
  tenant_id            text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id                   text NOT NULL UNIQUE,
  name                 text NOT NULL,
  status               text NOT NULL DEFAULT 'active',
  destination_url      text,             -- where /track sends the visitor; null: answers JSON
  leads_are_conversions boolean NOT NULL DEFAULT false,
  created_at           timestamptz NOT NULL DEFAULT now(),
  UNIQUE (tenant_id, campaign_id)
);
CREATE INDEX campaigns_tenant_idx ON campaigns (tenant_id, created_at);

-- Deferred: a tenant and its first campaign are inserted in one transaction and name each other.
ALTER TABLE tenants ADD CONSTRAINT tenants_main_campaign_fkey
  FOREIGN KEY (id, main_campaign_id) REFERENCES campaigns (tenant_id, campaign_id) DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE campaigns ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON campaigns TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON campaigns TO tracker_app;
