-- What did people want of a campaign, ad set or ad at its platform, and what became of it (infra/docs/adr/0108)?
-- Grain: one row per wish. It is the outbox of the worker, which does each once, and the history that screens show.
CREATE TABLE ad_actions (
  tenant_id     text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id            text NOT NULL,
  asked_key     text NOT NULL, -- of one click: a call that is repeated finds the row
  user_id       text NOT NULL,
  user_name     text NOT NULL, -- of then: the person may be gone
  platform      text NOT NULL,
  level         text NOT NULL CHECK (level IN ('campaign', 'adset', 'ad')),
  object_id     text NOT NULL,
  ad_account_id text NOT NULL,
  currency      text NOT NULL,
  name          text NOT NULL,
  action        text NOT NULL CHECK (action IN ('pause', 'resume', 'budget')),
  wish          jsonb NOT NULL, -- AdWish of schemas/src/ad-platforms/ad-action.ts, as AdState, AdEvidence and AdActionProblem below
  before        jsonb NOT NULL, -- as the platform had it when the person confirmed
  after         jsonb, -- as it was read when the action was settled
  evidence      jsonb,
  raised        numeric(18, 4) NOT NULL DEFAULT 0, -- in BRL, by how much a budget rises: the sum of a day is bounded
  day           date NOT NULL, -- of asking, in the tenant's time zone
  undoes        text,
  -- 'sent' is written before the call: from then on only reading shows what became of it.
  state         text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'done', 'refused', 'unknown')),
  problem       jsonb,
  attempts      integer NOT NULL DEFAULT 0,
  asked_at      timestamptz NOT NULL,
  next_at       timestamptz NOT NULL, -- of one that is open; while it is in hand, when another worker may take it
  settled_at    timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, asked_key)
);
-- One after the other of each object, and each is undone once.
CREATE UNIQUE INDEX ad_actions_open_idx ON ad_actions (tenant_id, platform, level, object_id) WHERE state IN ('queued', 'sent');
CREATE UNIQUE INDEX ad_actions_undoes_idx ON ad_actions (tenant_id, undoes) WHERE undoes IS NOT NULL AND state <> 'refused';
CREATE INDEX ad_actions_due_idx ON ad_actions (next_at) WHERE state IN ('queued', 'sent');
CREATE INDEX ad_actions_listed_idx ON ad_actions (tenant_id, asked_at DESC, id DESC);
CREATE INDEX ad_actions_raised_idx ON ad_actions (tenant_id, day) WHERE raised > 0;

ALTER TABLE ad_actions ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON ad_actions TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON ad_actions TO tracker_app;

-- For the worker, across tenants; as in 0019-lookups.sql, it returns of a tenant only what must be done.
CREATE FUNCTION list_due_ad_actions(at timestamptz, most integer) RETURNS TABLE (tenant_id text, platform text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.tenant_id, a.platform FROM ad_actions a JOIN tenants t ON t.id = a.tenant_id
  WHERE a.state IN ('queued', 'sent') AND a.next_at <= at AND t.closed_at IS NULL
  GROUP BY a.tenant_id, a.platform ORDER BY min(a.next_at), a.tenant_id, a.platform LIMIT most
$$;
REVOKE ALL ON FUNCTION list_due_ad_actions(timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_due_ad_actions(timestamptz, integer) TO tracker_app;

ALTER TABLE tenants ADD COLUMN budget_raise_per_day numeric(18, 4) NOT NULL DEFAULT 1000 CHECK (budget_raise_per_day >= 0); -- in BRL
