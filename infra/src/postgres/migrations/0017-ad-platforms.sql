-- Connections to ad platforms, what is linked there, and the syncs of its spend. `platform` is the id of its descriptor: 'facebook'.

-- Which ads may be read for a tenant? Grain: one row per tenant and platform that it has connected; disconnecting deletes it.
CREATE TABLE ad_platform_connections (
  tenant_id        text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  platform         text NOT NULL,
  platform_user_id text NOT NULL,
  account_name     text NOT NULL, -- of the person who consented
  encrypted_token  bytea NOT NULL, -- by the keyring, bound to tenant and platform: infra/src/secrets/keyring.ts
  expires_at       timestamptz, -- of the token or of the right to the data, the earlier one; null: never
  connected_at     timestamptz NOT NULL,
  -- Set when the platform refused the token for good; the links stay, and a person has to connect again.
  ended_at         timestamptz,
  -- When the spend of today is asked for next, and from when on an opened dashboard may ask for it before that.
  spend_due_at     timestamptz NOT NULL,
  spend_early_at   timestamptz NOT NULL,
  spend_at         timestamptz, -- when it last came; null: not yet
  spend_refusals   integer NOT NULL DEFAULT 0, -- in a row, of runs that brought nothing: each doubles the pause
  looked_at        timestamptz, -- when campaigns without a link were last looked for; null: not yet
  PRIMARY KEY (tenant_id, platform)
);
CREATE INDEX ad_platform_connections_due_idx ON ad_platform_connections (spend_due_at) WHERE ended_at IS NULL;

-- Who has gone to a platform's consent page and is expected back? Grain: one row per departure; used once, by the person who left.
CREATE TABLE ad_platform_consents (
  state_hash bytea PRIMARY KEY, -- sha256 of the state in the address
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  platform   text NOT NULL,
  user_id    text NOT NULL,
  session_id text NOT NULL, -- the browser's session, hashed as in `sessions`
  expires_at timestamptz NOT NULL
);
CREATE INDEX ad_platform_consents_expiry_idx ON ad_platform_consents (expires_at);

-- Which campaigns of a platform bring their spend into which campaigns of a tenant? Grain: one row per campaign of the platform, which
-- belongs to one campaign of the tenant; a campaign of the tenant may have several.
CREATE TABLE ad_platform_campaign_links (
  tenant_id            text NOT NULL,
  platform             text NOT NULL,
  platform_campaign_id text NOT NULL,
  campaign_id          text NOT NULL,
  name                 text NOT NULL,
  ad_account_id        text NOT NULL, -- 'act_111'
  account_name         text NOT NULL,
  currency             text NOT NULL, -- of the ad account, as its time zone
  time_zone            text NOT NULL,
  -- 'account': days as the platform reports them; 'company': cut by the hour in the tenant's time zone
  day_basis            text NOT NULL DEFAULT 'account' CHECK (day_basis IN ('account', 'company')),
  -- 'hand': a person chose it; 'account': with all of its ad account, or by that account's rule; 'clicks': clicks carry its id
  origin               text NOT NULL DEFAULT 'hand' CHECK (origin IN ('hand', 'account', 'clicks')),
  linked_at            timestamptz NOT NULL,
  last_sync_at         timestamptz, -- of a sync that succeeded
  -- When the 90 days before the link came; null: not yet.
  history_at           timestamptz,
  -- What the last run brought, so that a resumed run continues behind it: LinkOutcome of processor/worker/src/ad-platforms/links.ts
  last_run_id          uuid,
  last_outcome         jsonb,
  PRIMARY KEY (tenant_id, platform, platform_campaign_id),
  FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, campaign_id) ON DELETE CASCADE
);
CREATE INDEX ad_platform_campaign_links_campaign_idx ON ad_platform_campaign_links (tenant_id, campaign_id);

-- Where do campaigns go that appear in an ad account? Grain: one row per ad account that a person linked as a whole.
CREATE TABLE ad_platform_account_rules (
  tenant_id     text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  platform      text NOT NULL,
  ad_account_id text NOT NULL,
  campaign_id   text, -- null: each into a campaign of its own
  set_at        timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, platform, ad_account_id),
  FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, campaign_id) ON DELETE CASCADE
);

-- Which campaigns of a platform did a person take out or ignore? No rule and no click links them again; a person may.
-- Grain: one row per campaign of the platform.
CREATE TABLE ad_platform_link_refusals (
  tenant_id            text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  platform             text NOT NULL,
  platform_campaign_id text NOT NULL,
  refused_at           timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, platform, platform_campaign_id)
);

-- Which campaigns of a platform do clicks name that are too few, or of several campaigns of a tenant? Grain: one row per campaign of the platform and of the
-- tenant, as the last look found them.
CREATE TABLE ad_platform_link_suggestions (
  tenant_id            text NOT NULL,
  platform             text NOT NULL,
  platform_campaign_id text NOT NULL,
  campaign_id          text NOT NULL,
  name                 text NOT NULL,
  ad_account_id        text NOT NULL,
  clicks               bigint NOT NULL,
  networks             bigint NOT NULL, -- from which these clicks came
  PRIMARY KEY (tenant_id, platform, platform_campaign_id, campaign_id),
  FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, campaign_id) ON DELETE CASCADE
);

-- Which sync of a platform does a tenant have under way? Grain: one row per tenant and platform, of its last run. It runs as long as
-- `lease_until` is in the future: the worker renews the lease, so a crash frees it.
CREATE TABLE ad_platform_sync_state (
  tenant_id     text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  platform      text NOT NULL,
  run_id        uuid NOT NULL, -- the job's id
  started_at    timestamptz NOT NULL,
  lease_until   timestamptz NOT NULL,
  done          integer NOT NULL DEFAULT 0,
  total         integer NOT NULL DEFAULT 0,
  waiting_until timestamptz, -- the platform throttles: no call before
  -- Not asked for by a person, who waits for its end instead of being refused.
  is_automatic  boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, platform)
);

-- What did the syncs bring? Grain: one row per run and campaign of the tenant; a run that is repeated after a crash replaces its rows.
CREATE TABLE ad_platform_sync_runs (
  tenant_id   text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  platform    text NOT NULL,
  run_id      uuid NOT NULL,
  campaign_id text NOT NULL,
  trigger     text NOT NULL CHECK (trigger IN ('manual', 'all', 'today', 'linked', 'intraday', 'nightly', 'catch-up')),
  started_at  timestamptz NOT NULL,
  ended_at    timestamptz NOT NULL,
  success     boolean NOT NULL,
  data_points integer NOT NULL, -- days that the platform sent
  total_spend numeric(18, 2) NOT NULL, -- of those days, in the tenant's currency
  -- {code, …} of schemas/src/ad-platforms/problems.ts: AdPlatformProblem, and a list of SyncWarning
  error       jsonb,
  warnings    jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (tenant_id, platform, run_id, campaign_id)
);
CREATE INDEX ad_platform_sync_runs_newest_idx ON ad_platform_sync_runs (tenant_id, platform, started_at DESC);

-- What did an ad account spend as a whole, and how much of it is linked? Grain: one row per ad account, of the last sync of all its links.
CREATE TABLE ad_platform_account_totals (
  tenant_id     text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  platform      text NOT NULL,
  ad_account_id text NOT NULL,
  name          text NOT NULL,
  currency      text NOT NULL,
  since         date NOT NULL, -- days of the ad account, both inclusive
  until         date NOT NULL,
  account_spend numeric(18, 2) NOT NULL, -- in the account's currency
  linked_spend  numeric(18, 2) NOT NULL,
  measured_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, platform, ad_account_id)
);

ALTER TABLE ad_platform_connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE ad_platform_consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE ad_platform_campaign_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE ad_platform_account_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE ad_platform_link_refusals ENABLE ROW LEVEL SECURITY;
ALTER TABLE ad_platform_link_suggestions ENABLE ROW LEVEL SECURITY;
ALTER TABLE ad_platform_sync_state ENABLE ROW LEVEL SECURITY;
ALTER TABLE ad_platform_sync_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE ad_platform_account_totals ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON ad_platform_connections TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON ad_platform_consents TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON ad_platform_campaign_links TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON ad_platform_account_rules TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON ad_platform_link_refusals TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON ad_platform_link_suggestions TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON ad_platform_sync_state TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON ad_platform_sync_runs TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON ad_platform_account_totals TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON ad_platform_connections, ad_platform_consents, ad_platform_campaign_links,
  ad_platform_account_rules, ad_platform_link_refusals, ad_platform_link_suggestions, ad_platform_sync_state, ad_platform_sync_runs, ad_platform_account_totals TO tracker_app;

-- Who has a sync tonight? Tenants with a valid connection and at least one link, per platform. For the processor, which works across
-- tenants.
CREATE FUNCTION list_nightly_spend(now_at timestamptz)
RETURNS TABLE (tenant_id text, platform text, time_zone text, since timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, c.platform, t.time_zone, c.connected_at
  FROM ad_platform_connections c JOIN tenants t ON t.id = c.tenant_id
  WHERE c.ended_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > now_at)
    AND EXISTS (SELECT FROM ad_platform_campaign_links l WHERE l.tenant_id = c.tenant_id AND l.platform = c.platform)
$$;

-- Whose spend of today is due? Each is taken once: its next time is set with the answer, spread by a tenth, so that tenants that
-- connected together do not stay together. For the processor, which works across tenants.
CREATE FUNCTION take_due_spend(now_at timestamptz, platforms text, every_ms double precision, early_ms double precision)
RETURNS TABLE (tenant_id text, platform text)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE ad_platform_connections c SET
    spend_due_at = now_at + interval '1 millisecond' * every_ms * (0.9 + 0.2 * random()),
    spend_early_at = now_at + interval '1 millisecond' * early_ms
  WHERE c.ended_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > now_at) AND c.spend_due_at <= now_at
    AND c.platform = ANY (string_to_array(platforms, ','))
  RETURNING c.tenant_id, c.platform
$$;

CREATE FUNCTION delete_expired_ad_platform_consents() RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM ad_platform_consents WHERE expires_at <= now() RETURNING 1) SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION list_nightly_spend(timestamptz), take_due_spend(timestamptz, text, double precision, double precision),
  delete_expired_ad_platform_consents() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_nightly_spend(timestamptz), take_due_spend(timestamptz, text, double precision, double precision),
  delete_expired_ad_platform_consents() TO tracker_app;
