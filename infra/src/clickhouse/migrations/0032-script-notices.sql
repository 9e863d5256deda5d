-- expand
-- On which pages does the script meet a button that is no link, or is a copy?
-- Grain: one row per event and receipt; an event that came twice is counted by its id.
CREATE TABLE IF NOT EXISTS script_notices
(
    tenant_id LowCardinality(String),
    -- When it was received.
    ts        DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    event_id  String CODEC(ZSTD(1)),
    problem   LowCardinality(String),
    -- Scheme, host and path of the page.
    url       LowCardinality(String) CODEC(ZSTD(1)),
    -- The highest wins: the first receipt under the newest processor.
    ver       UInt64
)
ENGINE = ReplacingMergeTree(ver)
PARTITION BY toYYYYMM(ts)
ORDER BY (tenant_id, ts, event_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
