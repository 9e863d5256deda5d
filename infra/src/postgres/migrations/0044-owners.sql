-- Who owns a tenant? One administrator owns it: at first who opened it. No other person removes or demotes them (infra/docs/adr/0098).
ALTER TABLE memberships ADD COLUMN is_owner boolean NOT NULL DEFAULT false;
ALTER TABLE memberships ADD CHECK (role = 'admin' OR NOT is_owner);
CREATE UNIQUE INDEX memberships_owner_idx ON memberships (tenant_id) WHERE is_owner;
UPDATE memberships m SET is_owner = true
WHERE (m.tenant_id, m.user_id) IN (
  SELECT DISTINCT ON (tenant_id) tenant_id, user_id FROM memberships WHERE role = 'admin' ORDER BY tenant_id, created_at, user_id
);

CREATE OR REPLACE VIEW users WITH (security_barrier) AS
  SELECT p.id, m.tenant_id, p.email, p.first_name, p.last_name, m.role, p.confirmed_at, m.created_at, p.second_factor_at, m.is_owner
  FROM memberships m JOIN persons p ON p.id = m.user_id
  WHERE m.tenant_id = current_setting('app.tenant_id', true);
