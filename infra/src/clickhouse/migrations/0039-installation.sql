-- expand
-- Of which installation is this store?
-- Grain: one row for each time that it was given to one; the highest `version` counts (ADR 150).
CREATE TABLE IF NOT EXISTS installation
(
    id      String,
    version UInt32
)
ENGINE = MergeTree
ORDER BY version
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;
