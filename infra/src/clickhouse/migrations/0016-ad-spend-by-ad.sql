-- What did each ad of a campaign cost on a day?
-- Parallel arrays in the row of the campaign's day, one place for each ad. A sync tells a day whole, and so it is replaced whole: an ad that
-- it leaves out is gone with the row before, where rows of their own would each have to be written again as taken away, by a processor that
-- first reads what was there. Measured with 50 ads a campaign over 90 days, arrays take as much disk and time as such rows would.
-- No tuples and no Nested: FINAL with a reading of a part of a tuple gives wrong answers.
-- Rows from before have no ads: their spend is known of the campaign only, until they are synced again.
ALTER TABLE ad_spend
    ADD COLUMN IF NOT EXISTS ad_ids         Array(String) AFTER clicks,
    ADD COLUMN IF NOT EXISTS ad_names       Array(String) AFTER ad_ids,
    ADD COLUMN IF NOT EXISTS adset_ids      Array(String) AFTER ad_names,
    ADD COLUMN IF NOT EXISTS adset_names    Array(String) AFTER adset_ids,
    -- In the row's currency. `spend` may be more than their sum: what the platform names no ad for.
    ADD COLUMN IF NOT EXISTS ad_spends      Array(Decimal(18, 4)) AFTER adset_names,
    ADD COLUMN IF NOT EXISTS ad_impressions Array(UInt64) AFTER ad_spends,
    ADD COLUMN IF NOT EXISTS ad_clicks      Array(UInt64) AFTER ad_impressions;
