-- A click has just been stored: which conversions have been waiting for it?
-- Grain: one row per conversion and click id that it named before the click was known. Rows stay when the click arrives: folding
-- the conversion again gives the same row.
CREATE TABLE IF NOT EXISTS unattributed_conversions
(
    tenant_id     LowCardinality(String),
    -- The minute inside the click id: the clicks of a batch fall into a few minutes, so that one short question finds all that wait for
    -- any of them.
    click_minute  DateTime('UTC'),
    click_id      String CODEC(ZSTD(1)),
    conversion_id String CODEC(ZSTD(1)),
    ver           UInt64
)
ENGINE = ReplacingMergeTree(ver)
ORDER BY (tenant_id, click_minute, click_id, conversion_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
