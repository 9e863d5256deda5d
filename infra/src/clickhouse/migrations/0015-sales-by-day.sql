-- Which sales belong to a day, without reading those of all days?
-- Sales are sorted by the day of UTC in which they stand, so that a figure reads its range alone and what is long past need not be
-- folded again with each question. A later event may move a sale to another day: its row there is new, and the row that it leaves, and any
-- other where it may have stood, is written again as moved away (`is_moved`), which FINAL leaves out. See processor/src/conversions.
DROP TABLE IF EXISTS conversions_before SYNC;

-- Grain: one row per sale, and one for each other day in which it may have stood.
CREATE TABLE IF NOT EXISTS conversions_by_day
(
    tenant_id       LowCardinality(String),
    conversion_id   String CODEC(ZSTD(1)),
    ts              DateTime64(3, 'UTC'),
    provider        LowCardinality(String),
    transaction_id  String CODEC(ZSTD(1)),
    conversion_type LowCardinality(String),
    status          LowCardinality(String),
    is_counted      UInt8,
    value           Decimal(18, 4),
    net_value       Decimal(18, 4),
    currency        LowCardinality(String),
    revenue         Decimal(18, 4),
    click_ref       String CODEC(ZSTD(1)),
    click_id        String CODEC(ZSTD(1)),
    click_ts        Nullable(DateTime64(3, 'UTC')),
    campaign_id     LowCardinality(String),
    channel         LowCardinality(String),
    source          LowCardinality(String),
    sub1            String CODEC(ZSTD(1)),
    sub2            String CODEC(ZSTD(1)),
    sub3            String CODEC(ZSTD(1)),
    sub4            String CODEC(ZSTD(1)),
    sub5            String CODEC(ZSTD(1)),
    sub6            String CODEC(ZSTD(1)),
    sub7            String CODEC(ZSTD(1)),
    sub8            String CODEC(ZSTD(1)),
    utm_source      String CODEC(ZSTD(1)),
    utm_medium      String CODEC(ZSTD(1)),
    utm_campaign    String CODEC(ZSTD(1)),
    utm_content     String CODEC(ZSTD(1)),
    utm_term        String CODEC(ZSTD(1)),
    country_code    LowCardinality(String),
    region          LowCardinality(String) DEFAULT '',
    device_type     LowCardinality(String),
    click_is_bot    UInt8,
    is_test         UInt8,
    verified        UInt8,
    received_at     DateTime64(3, 'UTC'),
    event_count     UInt32,
    is_moved        UInt8 DEFAULT 0,
    ver             UInt64
)
ENGINE = ReplacingMergeTree(ver, is_moved)
ORDER BY (tenant_id, toDate(ts), conversion_id)
-- Sales are few: a day of them is less than the usual 8192 rows.
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;

INSERT INTO conversions_by_day (tenant_id, conversion_id, ts, provider, transaction_id, conversion_type, status, is_counted, value, net_value,
  currency, revenue, click_ref, click_id, click_ts, campaign_id, channel, source, sub1, sub2, sub3, sub4, sub5, sub6, sub7, sub8, utm_source,
  utm_medium, utm_campaign, utm_content, utm_term, country_code, region, device_type, click_is_bot, is_test, verified, received_at,
  event_count, ver)
SELECT tenant_id, conversion_id, ts, provider, transaction_id, conversion_type, status, is_counted, value, net_value,
  currency, revenue, click_ref, click_id, click_ts, campaign_id, channel, source, sub1, sub2, sub3, sub4, sub5, sub6, sub7, sub8, utm_source,
  utm_medium, utm_campaign, utm_content, utm_term, country_code, region, device_type, click_is_bot, is_test, verified, received_at,
  event_count, ver
FROM conversions FINAL;

RENAME TABLE conversions TO conversions_before, conversions_by_day TO conversions;
DROP TABLE IF EXISTS conversions_before SYNC;

-- A repetition of an event that came on another day stays: without a time in its body the event's day is that of its receipt, and a sale may
-- have stood there until the first receipt was read.
DROP TABLE IF EXISTS conversion_ledger_before SYNC;

-- Grain: one row per distinct event of a conversion and day (of UTC) on which it was received.
CREATE TABLE IF NOT EXISTS conversion_ledger_by_day
(
    tenant_id       LowCardinality(String),
    conversion_id   String CODEC(ZSTD(1)),
    event_id        String CODEC(ZSTD(1)),
    provider        LowCardinality(String),
    transaction_id  String CODEC(ZSTD(1)),
    conversion_type LowCardinality(String),
    status          LowCardinality(String),
    event_time      Nullable(DateTime64(3, 'UTC')),
    sale_time       Nullable(DateTime64(3, 'UTC')),
    received_at     DateTime64(3, 'UTC'),
    click_ref       String CODEC(ZSTD(1)),
    click_id        String CODEC(ZSTD(1)),
    campaign_hint   LowCardinality(String),
    amount          Decimal(18, 4),
    refund_amount   Decimal(18, 4),
    currency        LowCardinality(String),
    is_test         UInt8,
    verified        UInt8,
    ver             UInt64
)
ENGINE = ReplacingMergeTree(ver)
ORDER BY (tenant_id, conversion_id, event_id, toDate(received_at))
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;

INSERT INTO conversion_ledger_by_day (tenant_id, conversion_id, event_id, provider, transaction_id, conversion_type, status, event_time, sale_time,
  received_at, click_ref, click_id, campaign_hint, amount, refund_amount, currency, is_test, verified, ver)
SELECT tenant_id, conversion_id, event_id, provider, transaction_id, conversion_type, status, event_time, sale_time,
  received_at, click_ref, click_id, campaign_hint, amount, refund_amount, currency, is_test, verified, ver
FROM conversion_ledger;

RENAME TABLE conversion_ledger TO conversion_ledger_before, conversion_ledger_by_day TO conversion_ledger;
DROP TABLE IF EXISTS conversion_ledger_before SYNC;
