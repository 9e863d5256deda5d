-- Which rows of a tenant changed, and in which order? What a program that polls reads.
-- Grain: one row per conversion, click with conversions, lead, and campaign's day of spend that changed since `began_at`, at the place of its last change.
-- A change is noted when its row is durable: by the processor before it commits its offset, and of rows that are in Postgres by their own transaction.
CREATE TABLE changed_rows (
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  kind       text NOT NULL CHECK (kind IN ('conversion', 'click', 'lead', 'spend')),
  row_id     text NOT NULL, -- of spend: campaign, '/' and day
  version    bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, kind, row_id)
);
CREATE UNIQUE INDEX changed_rows_order_idx ON changed_rows (tenant_id, kind, version);

-- The newest version of each tenant. Its row is locked until the transaction that took a version ends: so versions become visible in their order, and who
-- has read one version never misses a smaller one. A sequence would not do: of two transactions the later one may commit first.
CREATE TABLE change_counters (
  tenant_id    text PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  last_version bigint NOT NULL,
  changed_at   timestamptz NOT NULL, -- never moves back, so that it is in the order of the versions
  began_at     timestamptz NOT NULL, -- changes before it were not noted: who asks for an earlier moment gets all rows first
  epoch        integer NOT NULL DEFAULT 0 -- another one: tables were exchanged by a replay, and all rows are given again
);

-- A program of before this migration may still run for a while, and notes nothing.
INSERT INTO change_counters (tenant_id, last_version, changed_at, began_at) SELECT id, 0, now(), now() + interval '1 day' FROM tenants;

ALTER TABLE changed_rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE change_counters ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON changed_rows    TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
CREATE POLICY tenant_wall ON change_counters TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT ON changed_rows, change_counters TO tracker_app;

-- Of one tenant in each transaction, and as its last statement: it waits for other changes of the tenant to commit.
CREATE FUNCTION note_changed_rows(of_tenant text, changed jsonb) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  size bigint;
  counter change_counters;
BEGIN
  SELECT count(*) INTO size FROM (SELECT DISTINCT c.kind, c.id FROM jsonb_to_recordset(changed) AS c (kind text, id text)) d;
  INSERT INTO change_counters AS n (tenant_id, last_version, changed_at, began_at)
  SELECT t.id, size, clock_timestamp(), '-infinity' FROM tenants t WHERE t.id = of_tenant
  ON CONFLICT (tenant_id) DO UPDATE SET
    last_version = n.last_version + size, changed_at = greatest(n.changed_at, clock_timestamp())
  RETURNING n.* INTO counter;
  IF counter IS NULL THEN RETURN; END IF; -- the tenant is gone
  INSERT INTO changed_rows (tenant_id, kind, row_id, version, changed_at)
  SELECT of_tenant, d.kind, d.id, counter.last_version - size + row_number() OVER (ORDER BY d.kind, d.id), counter.changed_at
  FROM (SELECT DISTINCT c.kind, c.id FROM jsonb_to_recordset(changed) AS c (kind text, id text)) d
  ON CONFLICT (tenant_id, kind, row_id) DO UPDATE SET version = excluded.version, changed_at = excluded.changed_at;
END $$;

CREATE FUNCTION note_changed_lead() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  lead leads := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM note_changed_rows(lead.tenant_id, jsonb_build_array(jsonb_build_object('kind', 'lead', 'id', lead.id)));
  RETURN NULL;
END $$;
CREATE FUNCTION note_changed_spend() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  entry spend_entries := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  PERFORM note_changed_rows(entry.tenant_id, jsonb_build_array(jsonb_build_object('kind', 'spend', 'id', entry.campaign_id || '/' || entry.day)));
  RETURN NULL;
END $$;
-- When the transaction commits: the counter is the last row that it locks, so that two transactions never wait for each other.
CREATE CONSTRAINT TRIGGER leads_changed AFTER INSERT OR UPDATE OR DELETE ON leads
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_changed_lead();
CREATE CONSTRAINT TRIGGER spend_entries_changed AFTER INSERT OR UPDATE OR DELETE ON spend_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_changed_spend();

-- Other tables are in the place of those that were read.
CREATE FUNCTION begin_change_epoch() RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE change_counters SET epoch = epoch + 1, began_at = clock_timestamp()
$$;

REVOKE ALL ON FUNCTION note_changed_rows(text, jsonb), note_changed_lead(), note_changed_spend(), begin_change_epoch() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION note_changed_rows(text, jsonb), begin_change_epoch() TO tracker_app;
