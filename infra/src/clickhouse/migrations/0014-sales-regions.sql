-- From which region did the buyers of a company come?
-- The region of the sale's click, beside its country, so that a table of regions with their conversion rates reads no click twice.
-- Cells from before have '' until a replay, or the next event of their sale, writes them anew.
ALTER TABLE conversions
    ADD COLUMN IF NOT EXISTS region LowCardinality(String) DEFAULT '' AFTER country_code;
