-- expand
-- A call that makes something, by the key that its sender gave it: a second one with the same key makes nothing, and has the answer of the first (ADR 172).
-- Grain: one row per tenant, caller (a person's id, or 'key:' and an API key's id) and key, for 24 hours.
CREATE TABLE idempotent_calls (
  tenant_id   text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  caller      text NOT NULL,
  key         text NOT NULL,
  contract    text NOT NULL,
  -- Of the address and the body.
  request     bytea NOT NULL,
  attempt     uuid NOT NULL,
  begun_at    timestamptz NOT NULL DEFAULT now(),
  -- Committed with what the call wrote.
  written_at  timestamptz,
  answered_at timestamptz,
  -- Encrypted: it may hold a new secret. Null where it is too long to be kept, or gave way to later ones.
  answer      bytea,
  PRIMARY KEY (tenant_id, caller, key)
);
ALTER TABLE idempotent_calls ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON idempotent_calls TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotent_calls TO tracker_app;

-- The last statement of each transaction of such a call, of any tenant. False: another attempt has taken the call over, and this one must not commit.
CREATE FUNCTION mark_call_written(of_tenant text, of_caller text, of_key text, of_attempt uuid) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- It has only read.
  IF pg_current_xact_id_if_assigned() IS NULL THEN RETURN true; END IF;
  UPDATE idempotent_calls SET written_at = coalesce(written_at, now())
  WHERE tenant_id = of_tenant AND caller = of_caller AND key = of_key AND attempt = of_attempt;
  RETURN FOUND;
END
$$;

-- A moment ahead is of a clock that was set back.
CREATE FUNCTION delete_old_idempotent_calls() RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM idempotent_calls WHERE begun_at NOT BETWEEN now() - interval '24 hours' AND now() + interval '1 hour'
$$;

REVOKE ALL ON FUNCTION mark_call_written(text, text, text, uuid), delete_old_idempotent_calls() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mark_call_written(text, text, text, uuid), delete_old_idempotent_calls() TO tracker_app;
