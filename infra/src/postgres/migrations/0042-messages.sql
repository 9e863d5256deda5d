-- Which messages go to people, by mail or another channel, and which have gone out (infra/docs/adr/0089)?
-- Grain: one row per message. Written by any program, read and settled by the worker. Conversions that are sent back have an outbox of their own.
CREATE TABLE messages (
  id         text PRIMARY KEY,
  tenant_id  text REFERENCES tenants (id) ON DELETE CASCADE, -- null: of a person, and of no tenant
  to_kind    text NOT NULL CHECK (to_kind IN ('person', 'address')),
  to_id      text NOT NULL, -- of a user, or an e-mail address: '' once it is settled, unless it must not be sent twice
  kind       text NOT NULL, -- infra/src/messages/message-kinds.ts
  -- What the sentences need, as JSON, encrypted by the keyring of APP_KEYS with the aad 'message|id': links in it are secrets. Null once it is settled.
  params_encrypted bytea,
  -- A receiver gets one message of this name, however often it is written: while it waits, and for 60 days after.
  dedupe_key text,
  state      text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts   integer NOT NULL DEFAULT 0,
  problem    text, -- of the last attempt: a code, never a server's own words
  created_at timestamptz NOT NULL,
  next_at    timestamptz NOT NULL, -- of one that waits; while it is being sent, when that counts as failed
  give_up_at timestamptz NOT NULL,
  settled_at timestamptz
);
CREATE UNIQUE INDEX messages_dedupe_key ON messages (tenant_id, to_kind, to_id, dedupe_key) NULLS NOT DISTINCT WHERE dedupe_key IS NOT NULL;
CREATE INDEX messages_due_idx ON messages (next_at) WHERE state = 'waiting';
CREATE INDEX messages_settled_idx ON messages (settled_at) WHERE state <> 'waiting';
CREATE INDEX messages_tenant_idx ON messages (tenant_id);

-- A program adds a message and sees what became of it. It never reads to whom it says what.
ALTER TABLE messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON messages TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY person_wall ON messages TO tracker_app
  USING (tenant_id IS NULL AND to_kind = 'person' AND to_id = current_setting('app.person_id', true));
GRANT INSERT, DELETE, SELECT (id, tenant_id, to_kind, to_id, dedupe_key, kind, state, problem) ON messages TO tracker_app;

-- For the worker, across tenants; as in 0019-lookups.sql, these functions return of a tenant only what must be done.

CREATE FUNCTION list_due_messages(at timestamptz, most integer) RETURNS TABLE (id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT m.id FROM messages m WHERE m.state = 'waiting' AND m.next_at <= at ORDER BY m.next_at, m.id LIMIT most
$$;

-- Of several workers one gets it, and has until `until` to settle it.
CREATE FUNCTION take_message(wanted text, at timestamptz, until timestamptz)
RETURNS TABLE (tenant_id text, to_kind text, to_id text, kind text, params_encrypted bytea, attempts integer, give_up_at timestamptz)
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE messages m SET next_at = until, attempts = m.attempts + 1
  WHERE m.id = wanted AND m.state = 'waiting' AND m.next_at <= at
  RETURNING m.tenant_id, m.to_kind, m.to_id, m.kind, m.params_encrypted, m.attempts, m.give_up_at
$$;

-- `next`: when it is tried again; null: never, because it is sent, or failed.
CREATE FUNCTION settle_message(wanted text, at timestamptz, reason text, next timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE messages SET
    problem = reason,
    state = CASE WHEN next IS NOT NULL THEN 'waiting' WHEN reason IS NULL THEN 'sent' ELSE 'failed' END,
    next_at = coalesce(next, next_at),
    settled_at = CASE WHEN next IS NULL THEN at END,
    params_encrypted = CASE WHEN next IS NOT NULL THEN params_encrypted END,
    to_id = CASE WHEN next IS NULL AND dedupe_key IS NULL AND to_kind = 'address' THEN '' ELSE to_id END
  WHERE id = wanted AND state = 'waiting'
$$;

CREATE FUNCTION forget_messages(settled_before timestamptz, deduped_before timestamptz) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM messages
  WHERE state <> 'waiting' AND settled_at < CASE WHEN dedupe_key IS NULL THEN settled_before ELSE deduped_before END
$$;

-- For the metrics of operators: when the oldest one was due that is not sent.
CREATE FUNCTION oldest_due_message(at timestamptz) RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT min(m.created_at) FROM messages m WHERE m.state = 'waiting' AND m.created_at <= at
$$;

REVOKE ALL ON FUNCTION list_due_messages(timestamptz, integer), take_message(text, timestamptz, timestamptz),
  settle_message(text, timestamptz, text, timestamptz), forget_messages(timestamptz, timestamptz), oldest_due_message(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_due_messages(timestamptz, integer), take_message(text, timestamptz, timestamptz),
  settle_message(text, timestamptz, text, timestamptz), forget_messages(timestamptz, timestamptz), oldest_due_message(timestamptz) TO tracker_app;

-- Which months and days were mailed about is in the messages.
ALTER TABLE tenants DROP COLUMN quota_mail_month;
DROP FUNCTION list_limited_tenants(timestamptz);
ALTER TABLE unverified_state DROP COLUMN limit_mail_day;

-- Of whom did a limit of a day hold conversions back, and on which day (of UTC)? Not of tenants that get no mails.
CREATE FUNCTION list_limited_tenants(since timestamptz) RETURNS TABLE (tenant_id text, name text, limited_day text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.tenant_id, t.name, (s.limited_at AT TIME ZONE 'UTC')::date::text FROM unverified_state s JOIN tenants t ON t.id = s.tenant_id
  WHERE s.limited_at > since
    AND NOT t.is_demo AND t.subscription_status <> 'suspended' AND t.closed_at IS NULL AND t.confirmed_at IS NOT NULL
$$;
REVOKE ALL ON FUNCTION list_limited_tenants(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_limited_tenants(timestamptz) TO tracker_app;
