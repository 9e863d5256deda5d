-- With which keys are personal fields encrypted (infra/src/privacy)? The log keeps personal fields only encrypted, each person's
-- with a key of that person's own; whole addresses only encrypted with the key of their day. The keys lie here, wrapped by APP_KEYS.
-- Deleting a key erases what it encrypted from every copy of the log, and no replay brings it back.

CREATE TABLE person_keys (
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  person_id  text NOT NULL,
  key_id     text NOT NULL, -- a person who comes back after an erasure gets another key
  wrapped    bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, person_id)
);

-- Which events without an e-mail are of the same person (infra/src/privacy/person-groups.ts)?
-- Grain: one row per person and phone or transaction that an event named with the person. All ids are hashes with the tenant's salt.
-- Who has no e-mail has as id the tie of the transaction, else of the phone, else a random one.
CREATE TABLE person_ties (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  tie       text NOT NULL,
  person_id text NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('phone', 'transaction')),
  has_email boolean NOT NULL, -- the person's id is made of an e-mail: two such persons are never one
  verified  boolean NOT NULL, -- by an event with proof
  PRIMARY KEY (tenant_id, tie, person_id)
);
CREATE INDEX person_ties_of_person ON person_ties (tenant_id, person_id);

-- What was captured before an erasure may still arrive after it, out of a spool or a replay: it is then stored without the person.
-- With a person all ties that were that person's alone are here, for events that arrive without the e-mail.
CREATE TABLE erased_persons (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  person_id text NOT NULL,
  erased_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, person_id)
);

-- One a day (UTC), for all tenants: an address belongs to a visitor, not to a tenant. Deleted after 30 days.
CREATE TABLE address_keys (
  day        date PRIMARY KEY,
  wrapped    bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE person_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE erased_persons ENABLE ROW LEVEL SECURITY;
ALTER TABLE person_ties ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON person_keys    TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON person_ties    TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON erased_persons TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT ON person_keys, person_ties, erased_persons TO tracker_app;
GRANT SELECT, INSERT, DELETE ON address_keys TO tracker_app;

-- Ingest and the processor work for all tenants; as in 0019-lookups.sql, these functions answer for exact keys and list nothing.

-- The person's key, made of the given bytes when there is none. No key comes when the person was erased after `received`; for one
-- without an e-mail also when a tie of the event was.
-- The lock: an erasure and the making of a key must not pass each other unseen. 4306 only keeps these locks apart from others.
CREATE FUNCTION take_person_key(tenant text, person text, received timestamptz, new_key_id text, new_wrapped bytea,
                                of_email boolean, proven boolean, phone_tie text, transaction_tie text)
RETURNS TABLE (key_id text, wrapped bytea, erased_at timestamptz)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  erased timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(4306, hashtext(tenant || ' ' || person));
  SELECT max(e.erased_at) INTO erased FROM erased_persons e
  WHERE e.tenant_id = tenant
    AND (e.person_id = person OR (NOT of_email AND e.person_id IN (phone_tie, transaction_tie)));
  IF erased IS NULL OR erased < received THEN
    INSERT INTO person_keys AS k (tenant_id, person_id, key_id, wrapped) VALUES (tenant, person, new_key_id, new_wrapped)
    ON CONFLICT ON CONSTRAINT person_keys_pkey DO NOTHING;
    INSERT INTO person_ties AS t (tenant_id, tie, person_id, kind, has_email, verified)
    SELECT tenant, named.tie, person, named.kind, of_email, proven
    FROM (VALUES (phone_tie, 'phone'), (transaction_tie, 'transaction')) AS named (tie, kind) WHERE named.tie IS NOT NULL
    ON CONFLICT ON CONSTRAINT person_ties_pkey DO UPDATE SET verified = true WHERE excluded.verified AND NOT t.verified;
  END IF;
  RETURN QUERY
    SELECT k.key_id, k.wrapped, erased
    FROM (VALUES (1)) one LEFT JOIN person_keys k ON k.tenant_id = tenant AND k.person_id = person;
END
$$;

-- `wanted`: [{"tenant_id": …, "person_id": …}, …]. Persons without a key are absent from the answer.
CREATE FUNCTION read_person_keys(wanted jsonb)
RETURNS TABLE (tenant_id text, person_id text, key_id text, wrapped bytea, erased_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT k.tenant_id, k.person_id, k.key_id, k.wrapped, e.erased_at
  FROM jsonb_to_recordset(wanted) AS w (tenant_id text, person_id text)
  JOIN person_keys k ON k.tenant_id = w.tenant_id AND k.person_id = w.person_id
  LEFT JOIN erased_persons e ON e.tenant_id = k.tenant_id AND e.person_id = k.person_id
$$;

-- Gives how many keys there were. Programs that hold the key in memory are notified, and forget it.
CREATE FUNCTION erase_person(tenant text, person text, at timestamptz) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  deleted bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(4306, hashtext(tenant || ' ' || person));
  DELETE FROM person_keys WHERE tenant_id = tenant AND person_id = person;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  DELETE FROM person_ties WHERE tenant_id = tenant AND person_id = person;
  INSERT INTO erased_persons AS e (tenant_id, person_id, erased_at) VALUES (tenant, person, at)
  ON CONFLICT ON CONSTRAINT erased_persons_pkey DO UPDATE SET erased_at = greatest(e.erased_at, excluded.erased_at);
  PERFORM pg_notify('person_erased', tenant || ' ' || person);
  RETURN deleted;
END
$$;

REVOKE ALL ON FUNCTION take_person_key(text, text, timestamptz, text, bytea, boolean, boolean, text, text), read_person_keys(jsonb),
  erase_person(text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_person_key(text, text, timestamptz, text, bytea, boolean, boolean, text, text), read_person_keys(jsonb),
  erase_person(text, text, timestamptz) TO tracker_app;
