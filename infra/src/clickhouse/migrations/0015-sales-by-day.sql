-- Which sales belong to a day, without reading those of all days?
-- Sales are sorted by the day of UTC in which they stand, so that a figure reads its range alone and what is long past need not be
-- folded again with each question. A later event may move a sale to another day: its row there is new, and the row that it leaves, and any
-- other where it may have stood, is written again as moved away (`is_moved`), which FINAL leaves out. See processor/src/conversions.
-- Grain: one row per sale, and one for each other day in which it may have stood.
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS is_moved UInt8 DEFAULT 0 AFTER event_count;

-- The columns are as before.
DROP TABLE IF EXISTS conversions_before SYNC;
CREATE TABLE IF NOT EXISTS conversions_by_day AS conversions
ENGINE = ReplacingMergeTree(ver, is_moved)
ORDER BY (tenant_id, toDate(ts), conversion_id)
-- Sales are few: a day of them is less than the usual 8192 rows.
SETTINGS index_granularity = 1024, fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
INSERT INTO conversions_by_day SELECT * FROM conversions FINAL;
RENAME TABLE conversions TO conversions_before, conversions_by_day TO conversions;
DROP TABLE IF EXISTS conversions_before SYNC;

-- A repetition of an event that came on another day stays: without a time in its body the event's day is that of its receipt, and a sale may
-- have stood there until the first receipt was read.
-- Grain: one row per distinct event of a conversion and day (of UTC) on which it was received.
DROP TABLE IF EXISTS conversion_ledger_before SYNC;
CREATE TABLE IF NOT EXISTS conversion_ledger_by_day AS conversion_ledger
ENGINE = ReplacingMergeTree(ver)
ORDER BY (tenant_id, conversion_id, event_id, toDate(received_at))
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
INSERT INTO conversion_ledger_by_day SELECT * FROM conversion_ledger;
RENAME TABLE conversion_ledger TO conversion_ledger_before, conversion_ledger_by_day TO conversion_ledger;
DROP TABLE IF EXISTS conversion_ledger_before SYNC;
