-- A moment that was stored while the clock was ahead is a wall once the clock is right: nothing is due, a lease is held, a limit is
-- reached, a session lives for years. What lies further ahead than it can by its own rule is pulled back. infra/docs/clocks.md lists
-- every moment of the database; a new one that anything waits for belongs here. Gives each column with its number of rows mended.
CREATE FUNCTION mend_clock(now_at timestamptz) RETURNS TABLE (column_of text, rows bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  rule record;
BEGIN
  FOR rule IN
    -- `ahead`: how far ahead of now the column may be at most. `stays`: how far ahead of now it is afterwards.
    SELECT * FROM (VALUES
      -- Due times. Each may be tried once too early, which its receiver answers as always.
      ('ad_platform_connections', 'spend_due_at', interval '1 day', interval '0'),
      ('ad_platform_connections', 'spend_early_at', '1 day', '0'),
      ('ad_actions', 'next_at', '1 hour', '0'),
      ('look_ups', 'next_at', '1 day', '0'),
      ('outbox', 'next_at', '1 day', '0'),
      ('messages', 'next_at', '8 days', '0'),
      -- Leases.
      ('ad_platform_sync_state', 'lease_until', '2 hours', '0'),
      ('ad_platform_sync_state', 'waiting_until', '2 hours', '0'),
      -- When something was done last, or since when it counts. Two minutes: the clocks of several machines.
      ('ad_platform_connections', 'spend_at', '2 minutes', '0'),
      ('ad_platform_connections', 'looked_at', '2 minutes', '0'),
      ('ad_platform_connections', 'objects_at', '2 minutes', '0'),
      ('ad_platform_connections', 'connected_at', '2 minutes', '0'),
      ('ad_platform_campaign_links', 'gaps_tried_at', '2 minutes', '0'),
      ('destinations', 'since', '2 minutes', '0'),
      ('outbox', 'approved_at', '2 minutes', '0'),
      ('look_ups', 'wanted_at', '2 minutes', '0'),
      ('persons', 'last_tenant_at', '2 minutes', '0'),
      ('known_browsers', 'last_seen_at', '2 minutes', '0'),
      -- Limits.
      ('login_attempts', 'attempted_at', '2 minutes', '0'),
      ('unverified_state', 'limited_at', '2 minutes', '0'),
      -- Sessions, links, old keys: as long as one of now.
      ('sessions', 'created_at', '2 minutes', '0'),
      ('sessions', 'last_seen_at', '2 minutes', '0'),
      ('sessions', 'authenticated_at', '2 minutes', '0'),
      ('sessions', 'expires_at', '8 days', '7 days'),
      ('invites', 'expires_at', '8 days', '7 days'),
      ('account_links', 'expires_at', '8 days', '1 day'),
      ('ad_platform_consents', 'expires_at', '1 hour', '10 minutes'),
      ('tracking_keys', 'expires_at', '2 days', '1 day')
    ) AS rules (of_table, of_column, ahead, stays)
  LOOP
    EXECUTE format('UPDATE %I SET %I = $1 + $3 WHERE %2$I > $1 + $2 AND %2$I < ''infinity''', rule.of_table, rule.of_column)
      USING now_at, rule.ahead, rule.stays;
    GET DIAGNOSTICS rows = ROW_COUNT;
    column_of := rule.of_table || '.' || rule.of_column;
    RETURN NEXT;
  END LOOP;
  -- The 30 seconds of the last code: no code was accepted until then.
  UPDATE persons SET totp_step = extract(epoch FROM now_at)::bigint / 30 WHERE totp_step > extract(epoch FROM now_at)::bigint / 30 + 4;
  GET DIAGNOSTICS rows = ROW_COUNT;
  column_of := 'persons.totp_step';
  RETURN NEXT;
END
$$;

-- Each program writes `written_at` every few seconds: a moment before the last one shows by how much the clock was ahead until then.
ALTER TABLE store_probe
  ADD COLUMN came_back_at timestamptz,
  ADD COLUMN was_ahead_ms double precision;

REVOKE ALL ON FUNCTION mend_clock(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mend_clock(timestamptz) TO tracker_app;
