-- What could not be processed, why, and what did it look like?
-- Grain: one row per record of the log that failed, and per derived row that could not be computed (stream `recompute`).
-- `tenant_id` may be '' when the record could not even be read.
CREATE TABLE IF NOT EXISTS dead_letters
(
    id        String,
    tenant_id LowCardinality(String),
    stream    LowCardinality(String),
    reason    String,
    stack     String CODEC(ZSTD(1)),
    topic     LowCardinality(String),
    position  UInt64,
    key       String,
    -- base64 of the record as it was in the log, to send it again.
    bytes     String CODEC(ZSTD(1)),
    failed_at DateTime64(3, 'UTC'),
    first_failed_at DateTime64(3, 'UTC'),
    -- Of the processor: another one may do better.
    version   LowCardinality(String),
    -- It was computed later.
    is_settled UInt8,
    ver       UInt64
)
ENGINE = ReplacingMergeTree(ver)
ORDER BY (stream, id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
