-- What was a foreign currency worth in reais on a day, by the Central Bank's closing rate (PTAX, at which banks sell)? (infra/docs/adr/0093)
-- Grain: one row per currency and day on which the bank published one; a weekend takes the day before. Public, and of no tenant: a tenant
-- without a rate of its own in `exchange_rates` for a day or before it takes this one.
CREATE TABLE central_bank_rates (
  currency    text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  day         date NOT NULL, -- in Brasília
  rate        numeric(17, 8) NOT NULL CHECK (rate > 0),
  version     bigint NOT NULL, -- of the sequence of `exchange_rates`, for the same reason
  -- Tenants recompute what they sold since; until then a crash leaves it to the next run.
  is_announced boolean NOT NULL DEFAULT false,
  fetched_at  timestamptz NOT NULL,
  PRIMARY KEY (currency, day)
);
CREATE INDEX central_bank_rates_new_idx ON central_bank_rates (currency) WHERE NOT is_announced;
GRANT SELECT, INSERT, UPDATE ON central_bank_rates TO tracker_app;

-- In which foreign currencies did a tenant ever spend? Statements of spend take the bank's rates of these alone: almost all tenants pay in reais.
-- Grain: one row per tenant and currency.
CREATE TABLE spend_currencies (
  tenant_id text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  currency  text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  PRIMARY KEY (tenant_id, currency)
);
ALTER TABLE spend_currencies ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON spend_currencies TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT ON spend_currencies TO tracker_app;
INSERT INTO spend_currencies (tenant_id, currency)
SELECT tenant_id, currency FROM ad_platform_campaign_links WHERE currency ~ '^[A-Z]{3}$' AND currency <> 'BRL'
UNION SELECT tenant_id, currency FROM spend_entries WHERE currency <> 'BRL';

-- For the worker, across tenants: whose figures of spend change with the rates of these currencies.
CREATE FUNCTION list_spenders_in(currencies text) RETURNS TABLE (tenant_id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT DISTINCT s.tenant_id FROM spend_currencies s WHERE s.currency = ANY (string_to_array(currencies, ','))
$$;
REVOKE ALL ON FUNCTION list_spenders_in(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_spenders_in(text) TO tracker_app;

-- As in 0015-exchange-rates.sql; without a rate of the tenant's for the day or before it, the bank's.
CREATE OR REPLACE FUNCTION lookup_exchange_rates(wanted jsonb)
RETURNS TABLE (tenant_id text, currency text, day text, rate text, version text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT w.tenant_id, w.currency, w.day::text,
    trim_scale(coalesce(
      (SELECT r.rate FROM exchange_rates r
       WHERE r.tenant_id = w.tenant_id AND r.currency = w.currency AND r.day <= w.day AND r.rate IS NOT NULL
       ORDER BY r.day DESC LIMIT 1),
      (SELECT b.rate FROM central_bank_rates b WHERE b.currency = w.currency AND b.day <= w.day ORDER BY b.day DESC LIMIT 1)
    ))::text,
    greatest(
      (SELECT coalesce(max(r.version), 0) FROM exchange_rates r WHERE r.tenant_id = w.tenant_id AND r.currency = w.currency),
      (SELECT coalesce(max(b.version), 0) FROM central_bank_rates b WHERE b.currency = w.currency)
    )::text
  FROM jsonb_to_recordset(wanted) AS w (tenant_id text, currency text, day date)
$$;
