-- What does profit subtract from revenue, besides spend, and from which day on? (infra/docs/adr/0063)
-- Grain: one row per setting, with its first and last day. Figures read it when they are asked for: it is not in the log, and a replay uses
-- the settings of today for the days that they name.
CREATE TABLE costs (
  tenant_id   text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id          text NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('spend-tax', 'revenue-tax', 'gateway-fee', 'product-cost', 'expense')),
  first_day   date NOT NULL,
  last_day    date CHECK (last_day >= first_day), -- null: without an end
  percent     numeric(7, 4) CHECK (percent BETWEEN 0 AND 100),
  fixed       numeric(18, 4) CHECK (fixed >= 0), -- in BRL
  checkout    text, -- of a gateway fee; null: of all checkouts that have none of their own
  product_id  text, -- as conversions have it, else the product's name
  campaign_id text, -- of an expense; null: it belongs to no campaign
  every       text CHECK (every IN ('once', 'month')),
  note        text NOT NULL DEFAULT '',
  changed_by  text, -- the user's id; null: the default of a new tenant
  changed_at  timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, campaign_id) REFERENCES campaigns (tenant_id, campaign_id) ON DELETE CASCADE
);
-- Of two for the same thing the one that began last holds, so no two begin on one day. Expenses add up.
CREATE UNIQUE INDEX costs_one_a_day_idx ON costs (tenant_id, kind, first_day, coalesce(checkout, ''), coalesce(product_id, ''))
  WHERE kind <> 'expense';

ALTER TABLE costs ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON costs TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON costs TO tracker_app;
