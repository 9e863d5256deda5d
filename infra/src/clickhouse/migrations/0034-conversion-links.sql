-- expand
-- Which payment paid which conversion?
-- Grain: two rows per delivery that says so, one by each end, since either may be looked up. Refunds and disputes that name the payment are
-- folded into the conversion.
CREATE TABLE IF NOT EXISTS conversion_links
(
    tenant_id       LowCardinality(String),
    conversion_id   String CODEC(ZSTD(1)),
    -- The other end.
    other_id        String CODEC(ZSTD(1)),
    event_id        String CODEC(ZSTD(1)),
    -- 1: `conversion_id` is the payment, `other_id` the conversion that it paid.
    is_payment      UInt8,
    provider        LowCardinality(String),
    payment         String CODEC(ZSTD(1)),
    transaction_id  String CODEC(ZSTD(1)),
    -- How much of the conversion it paid; 0 where the delivery does not say.
    amount          Decimal(18, 4),
    is_test         UInt8,
    received_at     DateTime64(3, 'UTC'),
    ver             UInt64
)
ENGINE = ReplacingMergeTree(ver)
ORDER BY (tenant_id, conversion_id, other_id, event_id, toDate(received_at))
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
