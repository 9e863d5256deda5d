-- What did the ads of a campaign cost on a day?
-- Grain: one row per campaign, day and ad source. A later sync of the same day replaces it, since ad platforms restate days; what people
-- entered is replaced by what they enter later.
CREATE TABLE IF NOT EXISTS ad_spend
(
    tenant_id   LowCardinality(String),
    campaign_id LowCardinality(String),
    -- The ad account's day, as it reports it; never a moment.
    day         Date,
    source      LowCardinality(String),
    -- 'reported' by the platform, 'entered' by people, or 'removed' by them again: SpendKind of schemas/src/events/ad-spend.ts. Which of
    -- them count: api/figures/src/spend.ts.
    kind        LowCardinality(String) DEFAULT 'reported',
    currency    LowCardinality(String),
    spend       Decimal(18, 4),
    impressions UInt64,
    clicks      UInt64,
    -- One place for each ad, parallel arrays. A sync reports a day whole, and so it is replaced whole: an ad that it leaves out is gone with the
    -- row before, where a row for each ad would need a tombstone. Measured with 50 ads a campaign over 90 days, arrays take as much disk
    -- and time as such rows would. No tuples and no Nested: FINAL with a read of a part of a tuple gives wrong answers.
    ad_ids         Array(String),
    ad_names       Array(String),
    adset_ids      Array(String),
    adset_names    Array(String),
    -- In the row's currency. `spend` may be more than their sum: spend for which the platform names no ad.
    ad_spends      Array(Decimal(18, 4)),
    ad_impressions Array(UInt64),
    ad_clicks      Array(UInt64),
    -- How much of it until which hour, to compare a part of a day? Parallel arrays, empty where no hours were reported; seconds since 1970.
    hour_starts    Array(UInt64),
    hour_spends    Array(Decimal(18, 4)),
    received_at DateTime64(3, 'UTC'),
    ver         UInt64
)
ENGINE = ReplacingMergeTree(ver)
ORDER BY (tenant_id, campaign_id, day, source)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
