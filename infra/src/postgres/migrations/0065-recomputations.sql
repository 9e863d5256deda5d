-- expand
-- Whose conversions are being computed again because rates of a currency changed, and how far is that? (infra/docs/adr/0165)
-- Grain: one row per tenant and currency, from the batch that read the change until all its conversions are computed. A change of few conversions is
-- computed in its batch and has no row. A slice is idempotent: after a crash the last one is computed again.
CREATE TABLE recomputations (
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  currency   text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  -- The last conversion that was computed; '' before the first one.
  after_id   text COLLATE "C" NOT NULL DEFAULT '',
  -- A change came while another was computed: from the end it goes on with the first conversion, up to this one. Null: to the end.
  until_id   text COLLATE "C",
  is_wrapped boolean NOT NULL DEFAULT false,
  -- A slice that was in hand while another change came does not count.
  changes    integer NOT NULL DEFAULT 1,
  begun_at   timestamptz NOT NULL DEFAULT now(),
  sliced_at  timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (tenant_id, currency)
);
ALTER TABLE recomputations ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON recomputations TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT ON recomputations TO tracker_app;

-- For the processor, across the tenants of a batch. `changed`: [{"tenant_id": …, "currency": …}, …]. Of a tenant that is gone there is nothing to do.
CREATE FUNCTION begin_recomputations(changed jsonb) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO recomputations AS r (tenant_id, currency)
  SELECT DISTINCT t.id, c.currency FROM jsonb_to_recordset(changed) AS c (tenant_id text, currency text) JOIN tenants t ON t.id = c.tenant_id
  ORDER BY 1, 2
  ON CONFLICT (tenant_id, currency) DO UPDATE SET until_id = nullif(r.after_id, ''), is_wrapped = false, changes = r.changes + 1
$$;

-- For the processor: who waited longest. All tenants of one owner take turns as one.
CREATE FUNCTION next_recomputation()
RETURNS TABLE (tenant_id text, currency text, after_id text, until_id text, is_wrapped boolean, changes integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT r.tenant_id, r.currency, r.after_id, r.until_id, r.is_wrapped, r.changes
  FROM recomputations r LEFT JOIN memberships m ON m.tenant_id = r.tenant_id AND m.is_owner
  ORDER BY max(r.sliced_at) OVER (PARTITION BY coalesce(m.user_id, r.tenant_id)), r.sliced_at, r.begun_at, r.tenant_id, r.currency
  LIMIT 1
$$;

-- A slice is stored. `reached` null: it was the last one.
CREATE FUNCTION advance_recomputation(of_tenant text, of_currency text, seen integer, reached text, wrapped boolean) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  DELETE FROM recomputations
  WHERE tenant_id = of_tenant AND currency = of_currency AND changes = seen AND reached IS NULL;
  UPDATE recomputations SET
    after_id = CASE WHEN changes = seen THEN reached ELSE after_id END,
    is_wrapped = CASE WHEN changes = seen THEN wrapped ELSE is_wrapped END,
    sliced_at = clock_timestamp()
  WHERE tenant_id = of_tenant AND currency = of_currency;
$$;

REVOKE ALL ON FUNCTION begin_recomputations(jsonb), next_recomputation(), advance_recomputation(text, text, integer, text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_recomputations(jsonb), next_recomputation(), advance_recomputation(text, text, integer, text, boolean) TO tracker_app;
