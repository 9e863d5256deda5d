-- Whose ads may we read? Grain: one row per company that has connected; disconnecting takes it away.
CREATE TABLE facebook_connections (
  tenant_id        text PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  facebook_user_id text NOT NULL,
  account_name     text NOT NULL, -- of the person who consented
  sealed_token     bytea NOT NULL, -- by the keyring, bound to the company: infra/src/secrets/keyring.ts
  expires_at       timestamptz, -- of the token or of the right to the data, whichever is first; null: never
  connected_at     timestamptz NOT NULL,
  -- Set when the provider said that the token is worth nothing any more; the links stay, and somebody has to connect again.
  ended_at         timestamptz
);

-- Who has gone to the provider's consent page and is expected back? Grain: one row per departure; used once, by the one who left.
CREATE TABLE facebook_consents (
  state_hash bytea PRIMARY KEY, -- sha256 of the state in the address
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  user_id    text NOT NULL,
  session_id text NOT NULL, -- the browser's session, hashed as in `sessions`
  expires_at timestamptz NOT NULL
);
CREATE INDEX facebook_consents_expiry_idx ON facebook_consents (expires_at);

-- Which of the provider's campaigns bring their spend into which of the company's? Grain: one row per campaign of the provider's, which
-- belongs to one of ours; one of ours may have several.
CREATE TABLE facebook_links (
  tenant_id            text NOT NULL,
  facebook_campaign_id text NOT NULL,
  campaign_id          text NOT NULL,
  name                 text NOT NULL,
  ad_account_id        text NOT NULL, -- 'act_111'
  account_name         text NOT NULL,
  currency             text NOT NULL, -- of the ad account, as its time zone
  time_zone            text NOT NULL,
  -- 'account': days as the provider reports them; 'company': cut anew in the company's time zone, by the hour
  day_basis            text NOT NULL DEFAULT 'account' CHECK (day_basis IN ('account', 'company')),
  linked_at            timestamptz NOT NULL,
  last_sync_at         timestamptz, -- of a sync that succeeded
  -- What the last run brought, so that one that is taken up again goes on behind it: {dataPoints, totalSpend, todaySpend, error, warning}
  last_run_id          uuid,
  last_outcome         jsonb,
  PRIMARY KEY (tenant_id, facebook_campaign_id),
  FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, campaign_id) ON DELETE CASCADE
);
CREATE INDEX facebook_links_campaign_idx ON facebook_links (tenant_id, campaign_id);

-- Which sync does a company have under way? Grain: one row per company, of its last run. It runs as long as `lease_until` is ahead: whoever
-- works on it renews that, so that a crash frees it by itself.
CREATE TABLE facebook_sync_state (
  tenant_id     text PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  run_id        uuid NOT NULL, -- the job's id
  started_at    timestamptz NOT NULL,
  lease_until   timestamptz NOT NULL,
  done          integer NOT NULL DEFAULT 0,
  total         integer NOT NULL DEFAULT 0,
  waiting_until timestamptz -- the provider throttles: nothing is asked before
);

-- What did the syncs bring? Grain: one row per run and campaign of the company's; a run that is repeated after a crash replaces its rows.
CREATE TABLE facebook_sync_runs (
  tenant_id   text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  run_id      uuid NOT NULL,
  campaign_id text NOT NULL,
  trigger     text NOT NULL CHECK (trigger IN ('manual', 'all', 'today', 'nightly', 'catch-up')),
  started_at  timestamptz NOT NULL,
  ended_at    timestamptz NOT NULL,
  success     boolean NOT NULL,
  data_points integer NOT NULL, -- days that the provider sent
  total_spend numeric(18, 2) NOT NULL, -- of those days, in the company's currency
  error       text, -- a sentence for people, as the warning
  warning     text,
  PRIMARY KEY (tenant_id, run_id, campaign_id)
);
CREATE INDEX facebook_sync_runs_newest_idx ON facebook_sync_runs (tenant_id, started_at DESC);

-- What did an ad account spend as a whole, and how much of it is linked? Grain: one row per ad account, of the last sync of all its links.
CREATE TABLE facebook_account_totals (
  tenant_id     text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  ad_account_id text NOT NULL,
  name          text NOT NULL,
  currency      text NOT NULL,
  since         date NOT NULL, -- days of the ad account, both inclusive
  until         date NOT NULL,
  account_spend numeric(18, 2) NOT NULL, -- in the account's currency
  linked_spend  numeric(18, 2) NOT NULL,
  measured_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, ad_account_id)
);

ALTER TABLE facebook_connections ENABLE ROW LEVEL SECURITY;
ALTER TABLE facebook_consents ENABLE ROW LEVEL SECURITY;
ALTER TABLE facebook_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE facebook_sync_state ENABLE ROW LEVEL SECURITY;
ALTER TABLE facebook_sync_runs ENABLE ROW LEVEL SECURITY;
ALTER TABLE facebook_account_totals ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON facebook_connections TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON facebook_consents TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON facebook_links TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON facebook_sync_state TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON facebook_sync_runs TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON facebook_account_totals TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON facebook_connections, facebook_consents, facebook_links, facebook_sync_state,
  facebook_sync_runs, facebook_account_totals TO tracker_app;

-- Who has a sync tonight: companies with a connection that still holds and something linked. For the processor, which names no company
-- before it works for one.
CREATE FUNCTION list_facebook_nights(now_at timestamptz)
RETURNS TABLE (tenant_id text, time_zone text, since timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT t.id, t.time_zone, c.connected_at
  FROM facebook_connections c JOIN tenants t ON t.id = c.tenant_id
  WHERE c.ended_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > now_at)
    AND EXISTS (SELECT FROM facebook_links l WHERE l.tenant_id = c.tenant_id)
$$;

CREATE FUNCTION delete_expired_facebook_consents() RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH gone AS (DELETE FROM facebook_consents WHERE expires_at <= now() RETURNING 1) SELECT count(*) FROM gone
$$;

REVOKE ALL ON FUNCTION list_facebook_nights(timestamptz), delete_expired_facebook_consents() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_facebook_nights(timestamptz), delete_expired_facebook_consents() TO tracker_app;
