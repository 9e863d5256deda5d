-- On whose spend is a tax? The default of 2026 is on Facebook's bills alone (infra/docs/adr/0090).
ALTER TABLE costs ADD COLUMN source text; -- of a tax on spend; null: on the spend of all sources
UPDATE costs SET source = 'facebook' WHERE kind = 'spend-tax' AND changed_by IS NULL;

DROP INDEX costs_one_a_day_idx;
CREATE UNIQUE INDEX costs_one_a_day_idx
  ON costs (tenant_id, kind, first_day, coalesce(checkout, ''), coalesce(product_id, ''), coalesce(source, ''))
  WHERE kind <> 'expense';
