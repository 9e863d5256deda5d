-- What was a foreign currency worth in the tenant's own currency on a day?
-- Grain: one row per tenant, currency and local day. A day without a row takes the latest rate before it.
CREATE TABLE exchange_rates (
  tenant_id  text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  currency   text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  day        date NOT NULL,
  rate       numeric(17, 8) CHECK (rate > 0), -- null: was taken away; the row stays for its version
  -- Grows with every change: of two computations of a conversion, the one that saw the newer rates wins.
  version    bigint NOT NULL,
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, currency, day)
);
CREATE SEQUENCE exchange_rate_versions;

ALTER TABLE exchange_rates ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON exchange_rates TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON exchange_rates TO tracker_app;
GRANT USAGE ON SEQUENCE exchange_rate_versions TO tracker_app;

-- For the processor, across the tenants of a batch. `wanted`: [{"tenant_id": …, "currency": …, "day": "yyyy-MM-dd"}, …]; each gets one
-- row, its rate null when there is none.
CREATE FUNCTION lookup_exchange_rates(wanted jsonb)
RETURNS TABLE (tenant_id text, currency text, day text, rate text, version text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.tenant_id, w.currency, w.day::text,
    (SELECT trim_scale(r.rate)::text FROM exchange_rates r
     WHERE r.tenant_id = w.tenant_id AND r.currency = w.currency AND r.day <= w.day AND r.rate IS NOT NULL
     ORDER BY r.day DESC LIMIT 1),
    (SELECT coalesce(max(r.version), 0)::text FROM exchange_rates r WHERE r.tenant_id = w.tenant_id AND r.currency = w.currency)
  FROM jsonb_to_recordset(wanted) AS w (tenant_id text, currency text, day date)
$$;
REVOKE ALL ON FUNCTION lookup_exchange_rates(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lookup_exchange_rates(jsonb) TO tracker_app;
