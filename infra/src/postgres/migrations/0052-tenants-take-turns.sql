-- Tenants take turns: what one has waiting, however much, delays what another sends by no more than its share of one look.
-- A receiver is one of a tenant: the failures of one hold back nothing of another that writes to the same URL or person.

CREATE OR REPLACE FUNCTION list_due_messages(at timestamptz, kinds text, most integer)
RETURNS TABLE (id text, tenant_id text, to_kind text, to_id text, kind text, created_at timestamptz, attempts integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH in_doubt AS (
    -- One at a time is in doubt, and what comes meanwhile is not split into many.
    SELECT DISTINCT m.tenant_id, m.to_kind, m.to_id FROM messages m
    WHERE m.state = 'waiting' AND m.attempts > 0 AND m.next_at > at AND m.to_kind IN ('device', 'url')
  ),
  due AS (
    SELECT m.id, m.tenant_id, m.to_kind, m.to_id, m.kind, m.created_at, m.attempts, m.next_at,
      row_number() OVER (PARTITION BY coalesce(m.tenant_id, m.to_id) ORDER BY m.next_at, m.id) AS turn
    FROM messages m
    WHERE m.state = 'waiting' AND m.next_at <= at AND m.kind = ANY (string_to_array(kinds, ','))
      AND NOT EXISTS (
        SELECT FROM in_doubt b WHERE b.tenant_id IS NOT DISTINCT FROM m.tenant_id AND b.to_kind = m.to_kind AND b.to_id = m.to_id
      )
  )
  SELECT d.id, d.tenant_id, d.to_kind, d.to_id, d.kind, d.created_at, d.attempts FROM due d
  ORDER BY d.turn, d.next_at, d.id LIMIT most
$$;
CREATE INDEX messages_tried_idx ON messages (next_at) WHERE state = 'waiting' AND attempts > 0;

DROP FUNCTION hold_messages(text, text, text, timestamptz);
-- Nothing of these kinds goes from the tenant to the receiver before that moment.
CREATE FUNCTION hold_messages(sender text, receiver_kind text, receiver_id text, kinds text, until timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE messages SET next_at = until
  WHERE state = 'waiting' AND tenant_id = sender AND to_kind = receiver_kind AND to_id = receiver_id
    AND kind = ANY (string_to_array(kinds, ',')) AND next_at < until
$$;
REVOKE ALL ON FUNCTION hold_messages(text, text, text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION hold_messages(text, text, text, text, timestamptz) TO tracker_app;

CREATE OR REPLACE FUNCTION list_due_destinations(at timestamptz, most integer) RETURNS TABLE (tenant_id text, destination_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT d.tenant_id, d.id FROM destinations d
  WHERE d.is_on AND d.stopped_at IS NULL
    AND EXISTS (SELECT FROM outbox o WHERE o.destination_id = d.id AND o.state = 'waiting' AND o.next_at <= at)
  ORDER BY row_number() OVER (PARTITION BY d.tenant_id ORDER BY d.id), d.id LIMIT most
$$;
