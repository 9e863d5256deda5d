-- What did a campaign and source earn on a finalized day? The smallest rollup of money: for tiles and totals.
-- Grain: one row per day, build id, campaign, source and channel. Summed from `money_daily`.
CREATE TABLE IF NOT EXISTS money_daily_by_campaign
(
    tenant_id   LowCardinality(String),
    day_start   DateTime64(3, 'UTC'),
    build_id    UInt64,
    -- '' = direct; only the figures give a direct conversion to the main campaign.
    campaign_id LowCardinality(String),
    source      LowCardinality(String),
    channel     LowCardinality(String),
    -- Those that count; `attributed`: of these, those with a click.
    conversions UInt64,
    attributed  UInt64,
    -- In BRL.
    revenue     Decimal(38, 4),
    -- Fees that checkouts report, in BRL; and the conversions without one: how many, and their gross value in BRL.
    fees        Decimal(38, 4),
    unknown_fees UInt64,
    unknown_fees_of Decimal(38, 4)
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(day_start)
ORDER BY (tenant_id, day_start, build_id, campaign_id, source, channel)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
