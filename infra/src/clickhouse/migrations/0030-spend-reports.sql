-- What was known of a day's spend at a moment, and which days were read whole, and when?
-- Grain: one row per campaign, day, ad source and amount that followed another one. A report that repeats the last amount replaces its row
-- with a later `confirmed_at`; nothing else ever changes, so of the rows up to a moment the last one is what was known then.
CREATE TABLE IF NOT EXISTS spend_reports
(
    tenant_id    LowCardinality(String),
    campaign_id  LowCardinality(String),
    -- As in `ad_spend`, and so are source, kind and currency.
    day          Date,
    source       LowCardinality(String),
    platform     LowCardinality(String),
    -- '' of what was entered, and of reports from before it was kept.
    account_id   LowCardinality(String),
    kind         LowCardinality(String),
    currency     LowCardinality(String),
    spend        Decimal(18, 4),
    -- When the platform was asked and first reported it.
    reported_at  DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    -- When it was asked last and still reported it. A run of the day that brings no news leaves it as it is.
    confirmed_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    -- When it was first reported after the day was over; null: never, or not known.
    whole_at     Nullable(DateTime64(3, 'UTC')),
    ver          UInt64
)
ENGINE = ReplacingMergeTree(ver)
ORDER BY (tenant_id, campaign_id, day, source, reported_at)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
