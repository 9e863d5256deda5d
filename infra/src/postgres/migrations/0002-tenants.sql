-- Which customers are there, in which time zone and on which plan?
-- Grain: one row per tenant.
-- Every table with a tenant_id has a policy `tenant_wall`: a transaction sees only the rows of the tenant that
-- set_config('app.tenant_id', …, true) names, and no row at all when it names none.
CREATE TABLE tenants (
  id                  text PRIMARY KEY,
  name                text NOT NULL,
  slug                text NOT NULL,
  time_zone           text NOT NULL DEFAULT 'America/Sao_Paulo', -- IANA name, never an offset: it decides every day and month
  main_campaign_id    text,                                      -- direct conversions count for it; null: the oldest active campaign
  subscription_plan   text NOT NULL DEFAULT 'free',
  subscription_status text NOT NULL DEFAULT 'active', -- 'suspended': by the operator; sign-in, API keys and redirects are off
  closed_at           timestamptz,                    -- by the operator: like suspended, and nothing more is recorded
  -- When the e-mail of the first administrator was confirmed; until then no redirects and no invitations. Null only where mails are sent.
  confirmed_at        timestamptz DEFAULT now(),
  quota_mail_month    text,                                      -- 'yyyy-MM-01': the last month whose 80 % of the plan were mailed about
  requires_second_factor boolean NOT NULL DEFAULT false, -- people without one can do nothing but set it up
  -- Hosts that a person confirmed as the tenant's own, in lower case and without 'www.': pages of others tick no first step.
  site_hosts          jsonb NOT NULL DEFAULT '[]',
  is_demo             boolean NOT NULL DEFAULT false,
  -- Of the first steps: when each was first seen done, so that it is not looked for again, and since when people have put them away
  -- ('dismissed'). By the step's id; no figure depends on it.
  onboarding          jsonb NOT NULL DEFAULT '{}',
  created_at          timestamptz NOT NULL DEFAULT now(),
  -- When the event log held the whole history of the demo tenant; null while it is being written. A start that finds null writes it again:
  -- all ids are the same, so nothing counts twice.
  demo_seeded_at      timestamptz,
  -- Keyed hashes of e-mails (person ids) differ from tenant to tenant. Never leaves the programs; 244 random bits.
  person_salt         text NOT NULL DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  CONSTRAINT tenants_slug_key UNIQUE (slug)
);

ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON tenants TO tracker_app USING (id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON tenants TO tracker_app;
