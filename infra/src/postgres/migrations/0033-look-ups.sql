-- What must the API of a checkout be asked, because a delivery only named it, and what came of it (infra/docs/adr/0085)?
-- Grain: one row per tenant, checkout and resource, which is the path of the API ('/v1/payments/123'). However many deliveries name it, one
-- answer that was asked for after the last of them says it all. Nothing here is read again by a replay: the answers are in the log.
CREATE TABLE look_ups (
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  provider   text NOT NULL,
  resource   text NOT NULL,
  wanted_at  timestamptz NOT NULL, -- when the newest delivery that named it was received
  state      text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'answered', 'failed')),
  attempts   integer NOT NULL DEFAULT 0,
  next_at    timestamptz NOT NULL, -- of one that waits
  give_up_at timestamptz NOT NULL,
  problem    jsonb,                -- {code, …}: LookUpProblem of schemas/src/look-ups/problems.ts
  PRIMARY KEY (tenant_id, provider, resource)
);
CREATE INDEX look_ups_due_idx ON look_ups (tenant_id, provider, attempts, next_at) WHERE state = 'waiting';
CREATE INDEX look_ups_give_up_idx ON look_ups (give_up_at) WHERE state = 'waiting';
CREATE INDEX look_ups_settled_idx ON look_ups (wanted_at) WHERE state <> 'waiting';

ALTER TABLE look_ups ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON look_ups TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE ON look_ups TO tracker_app;

-- For the processor, across tenants; as in 0019-lookups.sql, these functions return of a tenant only what must be done.

-- `wanted`: [{"tenant_id", "provider", "resource", "wanted_at"}, …]. A delivery that is processed again wants nothing new. One that waits
-- keeps its turn: a platform that does not answer is not asked more often because more deliveries come.
CREATE FUNCTION want_look_ups(wanted jsonb, at timestamptz, give_up timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO look_ups AS l (tenant_id, provider, resource, wanted_at, next_at, give_up_at)
  SELECT w.tenant_id, w.provider, w.resource, max(w.wanted_at), at, give_up
  FROM jsonb_to_recordset(wanted) AS w (tenant_id text, provider text, resource text, wanted_at timestamptz)
  JOIN tenants t ON t.id = w.tenant_id
  GROUP BY w.tenant_id, w.provider, w.resource
  ORDER BY w.tenant_id, w.provider, w.resource -- the same order everywhere: two batches at once must not wait for each other
  ON CONFLICT ON CONSTRAINT look_ups_pkey DO UPDATE SET
    wanted_at = excluded.wanted_at, give_up_at = excluded.give_up_at, state = 'waiting',
    attempts = CASE l.state WHEN 'waiting' THEN l.attempts ELSE 0 END,
    next_at = CASE l.state WHEN 'waiting' THEN l.next_at ELSE excluded.next_at END,
    problem = CASE l.state WHEN 'waiting' THEN l.problem END
  WHERE excluded.wanted_at > l.wanted_at
$$;

CREATE FUNCTION list_due_look_ups(at timestamptz, most integer) RETURNS TABLE (tenant_id text, provider text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT k.tenant_id, k.provider FROM checkout_tokens k JOIN tenants t ON t.id = k.tenant_id AND t.closed_at IS NULL
  WHERE k.stopped_at IS NULL AND EXISTS (
    SELECT FROM look_ups l
    WHERE l.tenant_id = k.tenant_id AND l.provider = k.provider AND l.state = 'waiting' AND l.next_at <= at
  )
  LIMIT most
$$;

-- Sets aside what was asked in vain; `reason` is kept where nothing else says why. What ended before `settled_before` is forgotten.
CREATE FUNCTION end_look_ups(at timestamptz, reason jsonb, settled_before timestamptz) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH given_up AS (
    UPDATE look_ups l SET state = 'failed', problem = coalesce(
      (SELECT k.stop_reason FROM checkout_tokens k WHERE k.tenant_id = l.tenant_id AND k.provider = l.provider), l.problem, reason)
    WHERE l.state = 'waiting' AND l.give_up_at <= at RETURNING 1
  ), forgotten AS (
    DELETE FROM look_ups WHERE state <> 'waiting' AND wanted_at < settled_before
  )
  SELECT count(*) FROM given_up
$$;

REVOKE ALL ON FUNCTION want_look_ups(jsonb, timestamptz, timestamptz), list_due_look_ups(timestamptz, integer),
  end_look_ups(timestamptz, jsonb, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION want_look_ups(jsonb, timestamptz, timestamptz), list_due_look_ups(timestamptz, integer),
  end_look_ups(timestamptz, jsonb, timestamptz) TO tracker_app;
