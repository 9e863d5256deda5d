-- expand
-- In which city and browser was a conversion's click? As in `clicks`; '' for one without a click, and for rows of before until a replay.
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS city LowCardinality(String) DEFAULT '' AFTER region;
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS timezone LowCardinality(String) DEFAULT '' AFTER city;
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS browser LowCardinality(String) DEFAULT '' AFTER device_type;
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS operating_system LowCardinality(String) DEFAULT '' AFTER browser;
