-- expand
-- Does the store take an insert? Programs write this row every few seconds: a table that is read-only, a full disk and a quota answer questions.
-- Grain: one row.
CREATE TABLE IF NOT EXISTS store_probe
(
    id         UInt8,
    written_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = ReplacingMergeTree(written_at)
ORDER BY id
SETTINGS old_parts_lifetime = 30;
