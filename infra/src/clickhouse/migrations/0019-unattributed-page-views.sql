-- A click has just been stored: which page views have been waiting for it?
-- Grain: one row per page view whose click was not stored when the view was. Rows stay when the click arrives: completing the view
-- again gives the same row.
CREATE TABLE IF NOT EXISTS unattributed_page_views
(
    tenant_id    LowCardinality(String),
    -- The minute inside the click id, as in `unattributed_conversions`.
    click_minute DateTime('UTC'),
    click_id     String CODEC(ZSTD(1)),
    -- The key of the view.
    view_ts      DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    view_id      String CODEC(ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(click_minute)
ORDER BY (tenant_id, click_minute, click_id, view_ts, view_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
