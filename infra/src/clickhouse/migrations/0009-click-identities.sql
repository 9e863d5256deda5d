-- By which ids does the ad platform's pixel know the browser of a click, when the page learned them only after the click?
-- Grain: one row per message about a click; of several the first with a value counts, and the click's own values come before all
-- of them. Separate from `clicks`, because the click may arrive later than the message.
CREATE TABLE IF NOT EXISTS click_identities
(
    tenant_id   LowCardinality(String),
    -- The moment inside the click id, as in `clicks`: a list of clicks reads the same range of both.
    ts          DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    click_id    String CODEC(ZSTD(1)),
    event_id    String CODEC(ZSTD(1)),
    -- '' when this message did not say.
    fbp         String CODEC(ZSTD(1)),
    fbc         String CODEC(ZSTD(1)),
    received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    ver         UInt64
)
ENGINE = ReplacingMergeTree(ver)
PARTITION BY toYYYYMM(ts)
ORDER BY (tenant_id, ts, click_id, event_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
