-- Messages go to devices and URLs, too; several become one, and a person has quiet hours (infra/docs/adr/0089).
-- Lists of kinds and ids are texts with commas.

ALTER TABLE messages DROP CONSTRAINT messages_to_kind_check;
-- 'device': the id of a destination of the kind 'web-push'. 'url': '' once it is settled, as an address.
ALTER TABLE messages ADD CHECK (to_kind IN ('person', 'address', 'device', 'url'));
CREATE INDEX messages_receiver_idx ON messages (to_id) WHERE state = 'waiting';

-- When is a member not to be disturbed? Hours of the tenant's zone; the second is the first one in which messages go out again. Null: never.
ALTER TABLE memberships ADD COLUMN quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 23);
ALTER TABLE memberships ADD COLUMN quiet_until smallint CHECK (quiet_until BETWEEN 0 AND 23);
ALTER TABLE memberships ADD CHECK ((quiet_from IS NULL) = (quiet_until IS NULL) AND quiet_from <> quiet_until IS NOT FALSE);

-- The notice of a conversion is a message, written when its row is settled.
ALTER TABLE outbox DROP COLUMN notice;

DROP FUNCTION list_due_messages(timestamptz, integer);
CREATE FUNCTION list_due_messages(at timestamptz, kinds text, most integer)
RETURNS TABLE (id text, tenant_id text, to_kind text, to_id text, kind text, created_at timestamptz, attempts integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id, m.tenant_id, m.to_kind, m.to_id, m.kind, m.created_at, m.attempts
  FROM messages m
  WHERE m.state = 'waiting' AND m.next_at <= at AND m.kind = ANY (string_to_array(kinds, ','))
    -- One at a time is in doubt, and what comes meanwhile is not split into many.
    AND NOT (m.to_kind IN ('device', 'url') AND EXISTS (
      SELECT FROM messages b
      WHERE b.to_id = m.to_id AND b.to_kind = m.to_kind AND b.state = 'waiting' AND b.attempts > 0 AND b.next_at > at
    ))
  ORDER BY m.next_at, m.id LIMIT most
$$;

-- Of several workers one gets them, and has until `until` to settle them.
DROP FUNCTION take_message(text, timestamptz, timestamptz);
CREATE FUNCTION take_messages(wanted text, at timestamptz, until timestamptz)
RETURNS TABLE (id text, params_encrypted bytea, attempts integer, give_up_at timestamptz)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE messages m SET next_at = until, attempts = m.attempts + 1
  WHERE m.id IN (
    SELECT w.id FROM messages w WHERE w.id = ANY (string_to_array(wanted, ',')) AND w.state = 'waiting' AND w.next_at <= at FOR UPDATE SKIP LOCKED
  )
  RETURNING m.id, m.params_encrypted, m.attempts, m.give_up_at
$$;

-- `next`: when they are tried again; null: never, because they are sent, or failed.
DROP FUNCTION settle_message(text, timestamptz, text, timestamptz);
CREATE FUNCTION settle_messages(wanted text, at timestamptz, reason text, next timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE messages SET
    problem = reason,
    state = CASE WHEN next IS NOT NULL THEN 'waiting' WHEN reason IS NULL THEN 'sent' ELSE 'failed' END,
    next_at = coalesce(next, next_at),
    settled_at = CASE WHEN next IS NULL THEN at END,
    params_encrypted = CASE WHEN next IS NOT NULL THEN params_encrypted END,
    to_id = CASE WHEN next IS NULL AND dedupe_key IS NULL AND to_kind IN ('address', 'url') THEN '' ELSE to_id END
  WHERE id = ANY (string_to_array(wanted, ',')) AND state = 'waiting'
$$;

-- Nothing of these kinds goes to the receiver before that moment.
CREATE FUNCTION hold_messages(receiver_kind text, receiver_id text, kinds text, until timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE messages SET next_at = until
  WHERE state = 'waiting' AND to_kind = receiver_kind AND to_id = receiver_id AND kind = ANY (string_to_array(kinds, ',')) AND next_at < until
$$;

-- One that waits for quiet hours to end is not late, nor one that the receiver's own server does not take.
CREATE OR REPLACE FUNCTION oldest_due_message(at timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT min(CASE WHEN m.attempts = 0 THEN m.next_at ELSE m.created_at END) FROM messages m
  WHERE m.state = 'waiting' AND CASE WHEN m.attempts = 0 THEN m.next_at <= at ELSE m.to_kind IN ('person', 'address') END
$$;

REVOKE ALL ON FUNCTION list_due_messages(timestamptz, text, integer), take_messages(text, timestamptz, timestamptz),
  settle_messages(text, timestamptz, text, timestamptz), hold_messages(text, text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_due_messages(timestamptz, text, integer), take_messages(text, timestamptz, timestamptz),
  settle_messages(text, timestamptz, text, timestamptz), hold_messages(text, text, text, timestamptz) TO tracker_app;
