-- One row that programs write to learn whether the database takes anything: a replica and a full disk answer SELECT.
CREATE TABLE store_probe (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  written_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON store_probe TO tracker_app;
