-- expand
-- What do the conversions that prove an ad leave? A verdict counts those alone (ADR 169).
-- Days that were finalized before have the default: all verified ones.
ALTER TABLE money_daily
    ADD COLUMN IF NOT EXISTS evidence UInt64 DEFAULT verified AFTER verified_revenue,
    ADD COLUMN IF NOT EXISTS evidence_valued UInt64 DEFAULT verified AFTER evidence,
    ADD COLUMN IF NOT EXISTS evidence_priced UInt64 DEFAULT verified AFTER evidence_valued,
    ADD COLUMN IF NOT EXISTS evidence_revenue Decimal(38, 4) DEFAULT verified_revenue AFTER evidence_priced,
    ADD COLUMN IF NOT EXISTS evidence_fees Decimal(38, 4) DEFAULT fees AFTER evidence_revenue,
    ADD COLUMN IF NOT EXISTS evidence_unknown_fees UInt64 DEFAULT unknown_fees AFTER evidence_fees,
    ADD COLUMN IF NOT EXISTS evidence_unknown_fees_of Decimal(38, 4) DEFAULT unknown_fees_of AFTER evidence_unknown_fees;
ALTER TABLE money_daily_by_ad
    ADD COLUMN IF NOT EXISTS evidence UInt64 DEFAULT verified AFTER verified_revenue,
    ADD COLUMN IF NOT EXISTS evidence_valued UInt64 DEFAULT verified AFTER evidence,
    ADD COLUMN IF NOT EXISTS evidence_priced UInt64 DEFAULT verified AFTER evidence_valued,
    ADD COLUMN IF NOT EXISTS evidence_revenue Decimal(38, 4) DEFAULT verified_revenue AFTER evidence_priced,
    ADD COLUMN IF NOT EXISTS evidence_fees Decimal(38, 4) DEFAULT fees AFTER evidence_revenue,
    ADD COLUMN IF NOT EXISTS evidence_unknown_fees UInt64 DEFAULT unknown_fees AFTER evidence_fees,
    ADD COLUMN IF NOT EXISTS evidence_unknown_fees_of Decimal(38, 4) DEFAULT unknown_fees_of AFTER evidence_unknown_fees;
ALTER TABLE money_daily_by_campaign
    ADD COLUMN IF NOT EXISTS evidence UInt64 DEFAULT verified AFTER verified_revenue,
    ADD COLUMN IF NOT EXISTS evidence_valued UInt64 DEFAULT verified AFTER evidence,
    ADD COLUMN IF NOT EXISTS evidence_priced UInt64 DEFAULT verified AFTER evidence_valued,
    ADD COLUMN IF NOT EXISTS evidence_revenue Decimal(38, 4) DEFAULT verified_revenue AFTER evidence_priced,
    ADD COLUMN IF NOT EXISTS evidence_fees Decimal(38, 4) DEFAULT fees AFTER evidence_revenue,
    ADD COLUMN IF NOT EXISTS evidence_unknown_fees UInt64 DEFAULT unknown_fees AFTER evidence_fees,
    ADD COLUMN IF NOT EXISTS evidence_unknown_fees_of Decimal(38, 4) DEFAULT unknown_fees_of AFTER evidence_unknown_fees;
ALTER TABLE money_daily_by_product
    ADD COLUMN IF NOT EXISTS evidence UInt64 DEFAULT verified AFTER verified_revenue,
    ADD COLUMN IF NOT EXISTS evidence_valued UInt64 DEFAULT verified AFTER evidence,
    ADD COLUMN IF NOT EXISTS evidence_priced UInt64 DEFAULT verified AFTER evidence_valued,
    ADD COLUMN IF NOT EXISTS evidence_revenue Decimal(38, 4) DEFAULT verified_revenue AFTER evidence_priced,
    ADD COLUMN IF NOT EXISTS evidence_fees Decimal(38, 4) DEFAULT fees AFTER evidence_revenue,
    ADD COLUMN IF NOT EXISTS evidence_unknown_fees UInt64 DEFAULT unknown_fees AFTER evidence_fees,
    ADD COLUMN IF NOT EXISTS evidence_unknown_fees_of Decimal(38, 4) DEFAULT unknown_fees_of AFTER evidence_unknown_fees;
