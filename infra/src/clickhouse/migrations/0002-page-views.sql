-- Which pages did a click's visitor see?
-- Grain: one row per view id.
CREATE TABLE IF NOT EXISTS page_views
(
    tenant_id        LowCardinality(String),
    -- The moment inside the view id (a UUIDv7): a pure function of the key, as in `clicks`.
    ts               DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    view_id          String CODEC(ZSTD(1)),
    -- As the page sent it: a view counts even when its click is unknown.
    click_id         String CODEC(ZSTD(1)),
    campaign_id      LowCardinality(String),
    url              String CODEC(ZSTD(1)),
    title            String CODEC(ZSTD(1)),
    referrer         String CODEC(ZSTD(1)),
    user_agent       String CODEC(ZSTD(1)),
    -- The network of the address, as in the log. The whole address is in `address_encrypted`, encrypted with the key of its day, which is deleted
    -- after 30 days: then no row must be rewritten.
    ip_address       String CODEC(ZSTD(1)),
    -- Days since 1970, the same for all rows of a day.
    address_key      LowCardinality(String) DEFAULT '',
    -- base64url of encrypted bytes: only the alphabet can be compressed.
    address_encrypted   String DEFAULT '' CODEC(ZSTD(1)),
    -- ISO 3166-1 alpha-2, '' when unknown. Its name is made where people read it.
    country_code     LowCardinality(String),
    region           LowCardinality(String),
    city             LowCardinality(String),
    timezone         LowCardinality(String),
    device_type      LowCardinality(String),
    browser          LowCardinality(String),
    operating_system LowCardinality(String),
    is_bot           UInt8,
    -- What its click says (ADR 57). Empty while the click is not stored: `channel` of a click never is.
    source           LowCardinality(String) DEFAULT '',
    channel          LowCardinality(String) DEFAULT '',
    ad_id            LowCardinality(String) DEFAULT '',
    adset_id         LowCardinality(String) DEFAULT '',
    placement        LowCardinality(String) DEFAULT '',
    received_at      DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    -- The highest wins: the first receipt under the newest processor, and of the same one the row that knows its click.
    ver              UInt64
)
ENGINE = ReplacingMergeTree(ver)
PARTITION BY toYYYYMM(ts)
ORDER BY (tenant_id, ts, view_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90,
    -- FINAL takes three times as long where a month has several parts. A month that got no row for a day becomes one part, in the background.
    min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1;
