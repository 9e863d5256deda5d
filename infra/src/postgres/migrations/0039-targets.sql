-- expand
-- What may a conversion cost, or what must a real of spend bring, for an ad to be worth it? (infra/docs/adr/0095)
-- Of a campaign, else of the tenant; null: no target. Where both are set, the CPA decides. In BRL.
ALTER TABLE tenants
  ADD COLUMN target_cpa  numeric(18, 4) CHECK (target_cpa > 0),
  ADD COLUMN target_roas numeric(18, 4) CHECK (target_roas > 0);
ALTER TABLE campaigns
  ADD COLUMN target_cpa  numeric(18, 4) CHECK (target_cpa > 0),
  ADD COLUMN target_roas numeric(18, 4) CHECK (target_roas > 0);
