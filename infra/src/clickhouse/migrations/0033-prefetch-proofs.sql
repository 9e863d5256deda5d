-- expand
-- When was a prefetched click seen by a person?
-- Grain: one row per click and moment of a proof: a page view, an identity, an opened checkout or a conversion that names it. The earliest is the time of
-- the click in the figures, and those that come after it are not kept (ADR 133).
CREATE TABLE IF NOT EXISTS prefetch_proofs
(
    tenant_id LowCardinality(String),
    -- The moment inside the click id, as in `clicks`.
    ts        DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
    click_id  String CODEC(ZSTD(1)),
    seen_at   DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1))
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(ts)
ORDER BY (tenant_id, ts, click_id, seen_at)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
