-- What did the ads of a campaign cost on a day?
-- Grain: one row per campaign, day and ad source. A later sync of the same day replaces it, since providers restate days.
CREATE TABLE IF NOT EXISTS ad_spend
(
    tenant_id   LowCardinality(String),
    campaign_id LowCardinality(String),
    -- The ad account's day, as it reports it; never a moment.
    day         Date,
    source      LowCardinality(String),
    currency    LowCardinality(String),
    spend       Decimal(18, 4),
    impressions UInt64,
    clicks      UInt64,
    received_at DateTime64(3, 'UTC'),
    ver         UInt64
)
ENGINE = ReplacingMergeTree(ver)
ORDER BY (tenant_id, campaign_id, day, source)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
