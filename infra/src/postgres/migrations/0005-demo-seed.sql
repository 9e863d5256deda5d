-- When the demo company's story had been written to the log to its end; null while it is being told. A start that finds null
-- tells it again: all ids are the same, so nothing counts twice.
ALTER TABLE tenants ADD COLUMN demo_seeded_at timestamptz;
