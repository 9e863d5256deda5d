-- expand
-- How many of a day's conversions are vouched for by a checkout, or by a person who imported them? A verdict counts no others (ADR 95).
-- Days that were finalized before have the default: all of them.
ALTER TABLE money_daily
    ADD COLUMN IF NOT EXISTS verified UInt64 DEFAULT conversions AFTER attributed,
    ADD COLUMN IF NOT EXISTS verified_revenue Decimal(38, 4) DEFAULT revenue AFTER revenue;
ALTER TABLE money_daily_by_ad
    ADD COLUMN IF NOT EXISTS verified UInt64 DEFAULT conversions AFTER attributed,
    ADD COLUMN IF NOT EXISTS verified_revenue Decimal(38, 4) DEFAULT revenue AFTER revenue;
ALTER TABLE money_daily_by_campaign
    ADD COLUMN IF NOT EXISTS verified UInt64 DEFAULT conversions AFTER attributed,
    ADD COLUMN IF NOT EXISTS verified_revenue Decimal(38, 4) DEFAULT revenue AFTER revenue;
ALTER TABLE money_daily_by_product
    ADD COLUMN IF NOT EXISTS verified UInt64 DEFAULT conversions AFTER attributed,
    ADD COLUMN IF NOT EXISTS verified_revenue Decimal(38, 4) DEFAULT revenue AFTER revenue;
