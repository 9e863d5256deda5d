-- How was an account, campaign, ad set or ad of a platform set on a day: its name, whether it ran, its budget, and its small picture?
-- Grain: one row per object and day on which something of it changed, as the last sync of that day saw it; until its next row it stays
-- so. Not in the log: a replay gives no platform's state of then, and no figure is made of it.
CREATE TABLE ad_objects (
  tenant_id        text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  platform         text NOT NULL,
  level            text NOT NULL CHECK (level IN ('account', 'campaign', 'adset', 'ad')),
  object_id        text NOT NULL,
  day              date NOT NULL, -- in the tenant's time zone
  ad_account_id    text NOT NULL,
  parent_id        text, -- of the level above; null for an account
  name             text NOT NULL,
  status           text NOT NULL, -- as people set it, in the platform's word; '' where it has none
  effective_status text NOT NULL, -- what is in effect: an ad set that is ACTIVE does not run below a paused campaign
  budget           jsonb, -- {kind: 'daily' | 'lifetime', amount, currency}; null: it has none of its own
  -- Of an ad's creative. The platform gives another address each time, which ends after some days: no change of the object.
  thumbnail_url    text,
  changed_at       timestamptz NOT NULL, -- when a sync first saw it so
  seen_at          timestamptz NOT NULL, -- when one last saw it so; one that is deleted is seen no more
  PRIMARY KEY (tenant_id, platform, level, object_id, day)
);

ALTER TABLE ad_objects ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON ad_objects TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON ad_objects TO tracker_app;

ALTER TABLE ad_platform_connections ADD COLUMN objects_at timestamptz; -- when its objects were last read; null: not yet
