-- Who left their name, where did they come from, and what did the tenant's users do with it?
-- Grain: one row per person and campaign. The processor writes it from the log, so that a replay writes the same row. Users write
-- `status`, `notes` and the history below, and the processor never changes those.
CREATE TABLE leads (
  tenant_id     text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id            text NOT NULL,            -- a function of (tenant, campaign, e-mail): two posts that race make one lead
  event_id      text NOT NULL,            -- the post that made it: the first by receipt, in any order of the log
  received_at   timestamptz(3) NOT NULL,
  has_key       boolean NOT NULL DEFAULT false, -- posted with a key of the tenant; else anyone may have posted it
  campaign_id   text,                     -- null: only a tracking key showed whose lead it is
  click_id      text NOT NULL,            -- as it came; '' when none
  source        text NOT NULL,            -- as they came; '' when not given
  medium        text NOT NULL,
  campaign      text NOT NULL,
  -- Name, e-mail and phone are only in this column, encrypted with the person's own key: with the key deleted no page of the table and
  -- no segment of the WAL says who it was.
  person_id     text NOT NULL,
  person_key_id text NOT NULL,
  person_encrypted text NOT NULL,
  -- From the click, once it is stored.
  attributed    boolean NOT NULL DEFAULT false,
  click_source  text NOT NULL DEFAULT '',
  country_code  text NOT NULL DEFAULT '', -- ISO 3166-1 alpha-2
  city          text NOT NULL DEFAULT '',
  -- What the form sent goes before what the click knew.
  shown_source  text GENERATED ALWAYS AS (CASE WHEN source <> '' THEN source ELSE click_source END) STORED,
  -- The minute inside the click id, null when there is none: a batch of ten thousand clicks asks for a few minutes, not for each click.
  click_minute  timestamptz(0),
  status        text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'contacted', 'qualified', 'converted', 'lost')),
  notes         text NOT NULL DEFAULT '',
  PRIMARY KEY (tenant_id, id),
  -- Erasing the person takes the lead along; and one whose key is gone cannot come back by a replay.
  FOREIGN KEY (tenant_id, person_id) REFERENCES person_keys (tenant_id, person_id) ON DELETE CASCADE
);
CREATE INDEX leads_newest_idx ON leads (tenant_id, received_at DESC, id DESC);
CREATE INDEX leads_person_idx ON leads (tenant_id, person_id);
CREATE INDEX leads_waiting_idx ON leads (tenant_id, click_minute) WHERE NOT attributed AND click_minute IS NOT NULL;

-- Every change of a lead by a person, oldest first by `at`.
CREATE TABLE lead_status_history (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant_id  text NOT NULL,
  lead_id    text NOT NULL,
  status     text NOT NULL,
  notes      text, -- null: the notes were left as they were
  changed_by text NOT NULL, -- the user's id; kept when the user is gone
  at         timestamptz NOT NULL DEFAULT now(),
  changed_by_name text NOT NULL DEFAULT '', -- the name at that time: it outlives the account
  FOREIGN KEY (tenant_id, lead_id) REFERENCES leads (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX lead_status_history_lead_idx ON lead_status_history (tenant_id, lead_id, at);

ALTER TABLE leads ENABLE ROW LEVEL SECURITY;
ALTER TABLE lead_status_history ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON leads               TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON lead_status_history TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON leads, lead_status_history TO tracker_app;

-- For the answer of POST /leads: is this lead there already, by another post than this one?
CREATE FUNCTION lookup_lead(of_tenant text, wanted text) RETURNS TABLE (event_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT l.event_id FROM leads l WHERE l.tenant_id = of_tenant AND l.id = wanted
$$;

-- For the processor, across the tenants of a batch: the leads that wait for a click of these minutes.
CREATE FUNCTION lookup_waiting_leads(minutes jsonb) RETURNS TABLE (tenant_id text, id text, click_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT l.tenant_id, l.id, l.click_id
  FROM jsonb_to_recordset(minutes) AS m (tenant_id text, click_minute timestamptz)
  JOIN leads l ON l.tenant_id = m.tenant_id AND l.click_minute = m.click_minute
  WHERE NOT l.attributed AND l.click_minute IS NOT NULL
$$;

REVOKE ALL ON FUNCTION lookup_lead(text, text), lookup_waiting_leads(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lookup_lead(text, text), lookup_waiting_leads(jsonb) TO tracker_app;
