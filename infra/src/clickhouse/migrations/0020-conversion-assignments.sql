-- To which campaign and channel did a person assign a conversion without a click?
-- Grain: one row per event. The last one by its receipt counts (of one moment, the greatest event id), so that the order of arrival changes
-- nothing; the number of rows only grows, and with it the version of the conversion. May come before the conversion itself.
CREATE TABLE IF NOT EXISTS conversion_assignments
(
    tenant_id     LowCardinality(String),
    conversion_id String CODEC(ZSTD(1)),
    received_at   DateTime64(3, 'UTC'),
    event_id      String CODEC(ZSTD(1)),
    -- '' = the assignment was taken away.
    campaign_id   LowCardinality(String),
    -- '' = none was given: that of the conversion's utm values holds.
    channel       LowCardinality(String),
    ver           UInt64
)
ENGINE = ReplacingMergeTree(ver)
ORDER BY (tenant_id, conversion_id, received_at, event_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
