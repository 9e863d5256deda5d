-- expand
-- Which clicks led on to a checkout, to which one, and when?
-- Grain: one row per click, target and ten minutes: the event's id is made of them, and a repeat is the same event (ADR 92).
CREATE TABLE IF NOT EXISTS opened_checkouts
(
    tenant_id   LowCardinality(String),
    -- The moment inside the click id, as in `clicks`: a list of clicks reads the same range of both.
    ts          DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    click_id    String CODEC(ZSTD(1)),
    event_id    String CODEC(ZSTD(1)),
    opened_at   DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    -- Scheme, host and path. No query: those of checkouts carry names and e-mails.
    url         LowCardinality(String) CODEC(ZSTD(1)),
    -- The highest wins: the first receipt under the newest processor.
    ver         UInt64
)
ENGINE = ReplacingMergeTree(ver)
PARTITION BY toYYYYMM(ts)
ORDER BY (tenant_id, ts, click_id, event_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
