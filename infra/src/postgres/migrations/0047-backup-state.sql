-- When were a backup and the archive of the log last completed, and how far does the archive reach?
-- Grain: one row, from the first time that backups are set up; none in an installation without backups.
CREATE TABLE backup_state (
  is_only         boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  -- Backups were set up then: the age of a backup that was never completed is counted from it.
  since           timestamptz NOT NULL DEFAULT now(),
  backed_up_at    timestamptz,
  archived_at     timestamptz,
  -- By partition, the next record that the archive lacks: {"0": "1234"}. From there on nothing is deleted from the log by age.
  archived_to     jsonb NOT NULL DEFAULT '{}'
);
GRANT SELECT, INSERT ON backup_state TO tracker_app;
