-- Conversions that arrive without a key, and which of them count (infra/docs/adr/0029).

-- What does a tenant do with them, and since when?
-- Grain: one row per tenant and change; the last one that is not later than the receipt of a conversion decides about it, so that a replay
-- gives the same figures. A tenant without a row has the defaults of schemas/src/unverified-conversions.ts.
CREATE TABLE unverified_rules (
  tenant_id    text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  from_at      timestamptz(3) NOT NULL,
  mode         text NOT NULL CHECK (mode IN ('auto', 'count', 'list', 'refuse')),
  max_age_days integer NOT NULL CHECK (max_age_days > 0), -- of the click
  per_day      integer NOT NULL CHECK (per_day >= 0),
  changed_by   text NOT NULL, -- the user's id; kept when the user is gone
  PRIMARY KEY (tenant_id, from_at)
);

-- What do all decisions about a tenant's conversions without a key depend on?
-- Grain: one row per tenant with a verified event or a conversion without one. The processor locks the row for each decision.
CREATE TABLE unverified_state (
  tenant_id         text PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  first_verified_at timestamptz(3),            -- the earliest receipt of a verified event, tests apart; null: none yet
  -- Grows with each change of this row, of the rules' effect and of the conversions below: of two decisions the greater one is the newer.
  version           bigint NOT NULL DEFAULT 0,
  -- The receipt of the last conversion that only a limit of a day held back, and the day (UTC) that administrators were last mailed about.
  limited_at        timestamptz(3),
  limit_mail_day    date
);

-- Which conversions have unverified events, and could they count?
-- Grain: one row per conversion that had an unverified event. A function of the log, which the processor writes like leads: a replay
-- writes the same rows.
CREATE TABLE unverified_conversions (
  tenant_id     text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  conversion_id text COLLATE "C" NOT NULL, -- ties of receipt go by it, as programs compare
  -- Grows with the events and the click that the row was made from.
  fact_version  bigint NOT NULL,
  -- Without a verified event, and in a status that counts.
  is_candidate  boolean NOT NULL,
  received_at   timestamptz(3) NOT NULL, -- of its first event
  click_id      text,                    -- null: it names none
  click_at      timestamptz(3),          -- null while the click is not stored
  type          text NOT NULL,
  network       text NOT NULL,           -- of the sender of its first event, named for its day; '': not known
  -- A verified event of the same click and type exists. Stays: events are only added.
  has_twin      boolean NOT NULL DEFAULT false,
  -- Nothing but other candidates holds it back.
  passes        boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, conversion_id)
);
CREATE INDEX unverified_conversions_day_idx ON unverified_conversions (tenant_id, received_at, conversion_id);
CREATE INDEX unverified_conversions_click_idx ON unverified_conversions (tenant_id, click_id, type, received_at, conversion_id)
  WHERE click_id IS NOT NULL;

ALTER TABLE unverified_rules       ENABLE ROW LEVEL SECURITY;
ALTER TABLE unverified_state       ENABLE ROW LEVEL SECURITY;
ALTER TABLE unverified_conversions ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON unverified_rules       TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON unverified_state       TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON unverified_conversions TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT ON unverified_rules TO tracker_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON unverified_state, unverified_conversions TO tracker_app;

-- For ingest: does the tenant refuse them now? Null: it has no rule.
CREATE FUNCTION lookup_unverified_mode(wanted text) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.mode FROM unverified_rules r WHERE r.tenant_id = wanted ORDER BY r.from_at DESC LIMIT 1
$$;

-- For the processor, across the tenants of a batch that have verified events: when was the first one received, and are there conversions
-- without one at all? One row for each tenant with a state.
CREATE FUNCTION lookup_unverified_state(wanted jsonb)
RETURNS TABLE (tenant_id text, first_verified_at timestamptz, has_unverified boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.tenant_id, s.first_verified_at, EXISTS (SELECT FROM unverified_conversions u WHERE u.tenant_id = s.tenant_id)
  FROM jsonb_array_elements_text(wanted) AS w (id) JOIN unverified_state s ON s.tenant_id = w.id
$$;

-- For the mails of the API, across tenants: of whom did a limit of a day hold conversions back, on a day that was not mailed about? Not of
-- tenants that get no mails.
CREATE FUNCTION list_limited_tenants(since timestamptz) RETURNS TABLE (tenant_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.tenant_id FROM unverified_state s JOIN tenants t ON t.id = s.tenant_id
  WHERE s.limited_at > since AND (s.limit_mail_day IS NULL OR s.limit_mail_day < (s.limited_at AT TIME ZONE 'UTC')::date)
    AND NOT t.is_demo AND t.subscription_status <> 'suspended' AND t.closed_at IS NULL AND t.confirmed_at IS NOT NULL
$$;

REVOKE ALL ON FUNCTION lookup_unverified_mode(text), lookup_unverified_state(jsonb), list_limited_tenants(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lookup_unverified_mode(text), lookup_unverified_state(jsonb), list_limited_tenants(timestamptz) TO tracker_app;

CREATE TRIGGER notify_caches AFTER INSERT ON unverified_rules
  FOR EACH ROW EXECUTE FUNCTION notify_caches('tenant', 'tenant_id');
