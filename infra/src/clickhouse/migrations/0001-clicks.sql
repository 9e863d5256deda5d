-- Who came, from which ad, on what device and from where?
-- Grain: one row per click id. A redelivered click has the same key and folds away under FINAL.
CREATE TABLE IF NOT EXISTS clicks
(
    tenant_id        LowCardinality(String),
    -- The moment inside the click id: a pure function of it, so that a duplicate lands in the same month's partition
    -- and FINAL need not merge across partitions.
    ts               DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    click_id         String CODEC(ZSTD(1)),
    campaign_id      LowCardinality(String),
    event_id         String CODEC(ZSTD(1)),
    received_at      DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    -- As the link gave it, '' when it gave none; the derived class of traffic is `channel`.
    source           LowCardinality(String),
    -- Thousands of texts that millions of clicks repeat: a search looks at each text of a block once, and not at each row.
    referrer         LowCardinality(String) CODEC(ZSTD(1)),
    user_agent       LowCardinality(String) CODEC(ZSTD(1)),
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
    fbp              String CODEC(ZSTD(1)),
    fbc              String CODEC(ZSTD(1)),
    -- As the ad platform fills them in: sub1 to sub8 of the tracking URL.
    ad_id            String CODEC(ZSTD(1)),
    adset_id         String CODEC(ZSTD(1)),
    ad_campaign_id   String CODEC(ZSTD(1)),
    ad_name          String CODEC(ZSTD(1)),
    adset_name       String CODEC(ZSTD(1)),
    ad_campaign_name String CODEC(ZSTD(1)),
    placement        String CODEC(ZSTD(1)),
    site_source      String CODEC(ZSTD(1)),
    utm_source       String CODEC(ZSTD(1)),
    utm_medium       String CODEC(ZSTD(1)),
    utm_campaign     String CODEC(ZSTD(1)),
    utm_content      String CODEC(ZSTD(1)),
    utm_term         String CODEC(ZSTD(1)),
    utm_id           String CODEC(ZSTD(1)),
    -- By which ids do Google, TikTok, Kwai and Microsoft know this click? Their events APIs take conversions by them.
    gclid            String CODEC(ZSTD(1)),
    gbraid           String CODEC(ZSTD(1)),
    wbraid           String CODEC(ZSTD(1)),
    ttclid           String CODEC(ZSTD(1)),
    kwai_click_id    String CODEC(ZSTD(1)),
    msclkid          String CODEC(ZSTD(1)),
    ctwa_clid        String CODEC(ZSTD(1)),
    ttp              String CODEC(ZSTD(1)),
    -- Did the visitor object? 1: the browser sent the Global Privacy Control signal.
    gpc              UInt8 DEFAULT 0,
    -- 'granted', 'denied' or 'unset', as the page reported it; '': it reported nothing.
    consent          LowCardinality(String) DEFAULT '',
    -- Source, else utm_source, else the referrer's class, else 'direct'; lower case. Decided once, by the processor.
    channel          LowCardinality(String),
    -- Bots and prefetches are kept, and are in no figure.
    is_bot           UInt8,
    is_prefetch      UInt8,
    -- 1: a macro of the ad came as it was written, so its column is ''. Which links must be mended?
    has_raw_macro    UInt8 DEFAULT 0,
    -- Not '': the gateway got no answer to its first attempt and sent the request again. What the click id of the first attempt ends in (ADR 53).
    retry_of         LowCardinality(String) DEFAULT '',
    -- 1: a tombstone, of such a first attempt: the visitor has the id of the second one. FINAL leaves the row out.
    is_void          UInt8 DEFAULT 0,
    -- The highest wins: a tombstone, else the first receipt, under the newest processor.
    ver              UInt64
)
ENGINE = ReplacingMergeTree(ver, is_void)
PARTITION BY toYYYYMM(ts)
ORDER BY (tenant_id, ts, click_id)
-- An offset is committed after its rows are on the disk, not in the page cache. Parts that were merged go after 90 s and not
-- after 480 (each small batch is a part); that is still longer than the kernel takes to write the merged one out.
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90,
    -- FINAL takes three times as long where a month has several parts. A month that got no row for a day becomes one part, in the background.
    min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1;
