-- Which products of checkouts are one to the tenant? (infra/docs/adr/0097)
-- Grain: one row per product of the tenant. Conversions keep what their checkout reported: figures look the product up when they are asked for, on all days.
CREATE TABLE products (
  tenant_id      text NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id             text NOT NULL,
  name           text NOT NULL,
  price          numeric(18, 4) CHECK (price >= 0), -- in BRL, as the targets
  target_cpa     numeric(18, 4) CHECK (target_cpa > 0),
  target_roas    numeric(9, 4) CHECK (target_roas > 0),
  guarantee_days integer CHECK (guarantee_days BETWEEN 0 AND 365),
  changed_by     text NOT NULL,
  changed_at     timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id)
);

-- Grain: one row per product of a checkout that is the tenant's product.
CREATE TABLE product_aliases (
  tenant_id           text NOT NULL,
  product_id          text NOT NULL,
  checkout            text NOT NULL,
  checkout_product_id text NOT NULL, -- as conversions have it, else the product's name there
  added_at            timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, checkout, checkout_product_id),
  FOREIGN KEY (tenant_id, product_id) REFERENCES products (tenant_id, id) ON DELETE CASCADE
);

ALTER TABLE products ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON products TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON products TO tracker_app;
ALTER TABLE product_aliases ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant_wall ON product_aliases TO tracker_app USING (tenant_id = current_setting('app.tenant_id', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON product_aliases TO tracker_app;
