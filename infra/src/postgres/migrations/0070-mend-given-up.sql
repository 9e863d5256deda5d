-- What was accepted is not given up because the clock was ahead for a while (infra/docs/clocks.md). Gives each column with its number of rows mended.

-- When it was set aside is written down, so that a moment ahead of now shows a clock that came back; and it is not forgotten before.
CREATE OR REPLACE FUNCTION end_look_ups(at timestamptz, reason jsonb, settled_before timestamptz) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH given_up AS (
    UPDATE look_ups l SET state = 'failed', next_at = at, problem = coalesce(
      (SELECT k.stop_reason FROM checkout_tokens k WHERE k.tenant_id = l.tenant_id AND k.provider = l.provider), l.problem, reason)
    WHERE l.state = 'waiting' AND l.give_up_at <= at RETURNING 1
  ), forgotten AS (
    DELETE FROM look_ups WHERE state <> 'waiting' AND wanted_at < settled_before AND (state <> 'failed' OR next_at < settled_before)
  )
  SELECT count(*) FROM given_up
$$;

CREATE FUNCTION mend_given_up(now_at timestamptz) RETURNS TABLE (column_of text, rows bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  late timestamptz := now_at + interval '2 minutes';
BEGIN
  -- As long as a conversion may be sent: SEND_WITHIN_MS of infra/src/conversions/outbox.ts.
  UPDATE outbox SET state = 'waiting', settled_at = NULL, next_at = now_at,
    last_error = CASE WHEN last_error ->> 'code' = 'send_expired' THEN NULL ELSE last_error END
  WHERE state = 'expired' AND settled_at > late AND approved_at > now_at - interval '7 days';
  GET DIAGNOSTICS rows = ROW_COUNT;
  column_of := 'outbox.settled_at';
  RETURN NEXT;

  UPDATE look_ups SET state = 'waiting', next_at = now_at, problem = NULL
  WHERE state = 'failed' AND next_at > late AND give_up_at > now_at;
  GET DIAGNOSTICS rows = ROW_COUNT;
  column_of := 'look_ups.give_up_at';
  RETURN NEXT;

  -- A rule that a person set holds from now on; of several, the last.
  DELETE FROM unverified_rules r WHERE r.from_at > late
    AND EXISTS (SELECT FROM unverified_rules n WHERE n.tenant_id = r.tenant_id AND n.from_at > r.from_at);
  UPDATE unverified_rules r SET from_at = date_trunc('milliseconds', now_at) WHERE r.from_at > late
    AND NOT EXISTS (SELECT FROM unverified_rules n WHERE n.tenant_id = r.tenant_id AND n.from_at = date_trunc('milliseconds', now_at));
  GET DIAGNOSTICS rows = ROW_COUNT;
  column_of := 'unverified_rules.from_at';
  RETURN NEXT;
END
$$;

REVOKE ALL ON FUNCTION mend_given_up(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mend_given_up(timestamptz) TO tracker_app;
