-- What did the checkouts send, and what became of it?
-- Grain: one row per delivery, also repeated ones: the same event then has several rows. A repetition is not marked, since the
-- first delivery is only known when all are stored; the query finds out.
-- Holds all fields of the event, so that a delivery can be sent through the log again after its mapping is corrected.
CREATE TABLE IF NOT EXISTS webhook_deliveries
(
    tenant_id      LowCardinality(String),
    received_at    DateTime64(3, 'UTC'),
    delivery_id    String CODEC(ZSTD(1)),
    -- What the delivery says: the same for each repetition.
    event_id       String CODEC(ZSTD(1)),
    provider       LowCardinality(String),
    -- processed, look-up (its checkout is asked), ignored, rejected (a wrong secret) or dead-letter (not understood); the last four say why.
    verdict        LowCardinality(String),
    reason_code    LowCardinality(String),
    -- JSON: what the sentence of the code is made of; '{}' when of nothing.
    reason_params  String CODEC(ZSTD(1)),
    -- JSON, redacted, without personal fields.
    body           String CODEC(ZSTD(3)),
    body_hash      String CODEC(ZSTD(1)),
    -- 'reais' or 'cents': the unit that was set for the generic address when it came there; '' elsewhere.
    amounts_in     LowCardinality(String) DEFAULT '',
    -- Of an answer of the checkout's API: the path that was asked; '' for a delivery.
    looked_up      String DEFAULT '' CODEC(ZSTD(1)),
    occurred_at    DateTime64(3, 'UTC'),
    campaign_id    LowCardinality(String),
    click_id       String CODEC(ZSTD(1)),
    -- '' when nothing was made of it.
    conversion_id  String CODEC(ZSTD(1)),
    is_test        UInt8,
    verified       UInt8,
    network        String DEFAULT '' CODEC(ZSTD(1)),
    -- Of one without proof that is no conversion: the network that sent it, as clicks have it; '' else.
    sender_network String DEFAULT '' CODEC(ZSTD(1)),
    -- Personal fields, encrypted with a key of that person's own; '' when there are none.
    person_id      String CODEC(ZSTD(1)),
    person_key_id  String CODEC(ZSTD(1)),
    person_encrypted  String CODEC(ZSTD(1)),
    ver            UInt64
)
ENGINE = ReplacingMergeTree(ver)
PARTITION BY toYYYYMM(received_at)
ORDER BY (tenant_id, received_at, delivery_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
