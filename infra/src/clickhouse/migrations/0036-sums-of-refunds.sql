-- expand
-- Does a refund state what it took back (0), or the sum of all refunds until then (1)? Sums are not added up. 0 for the rows of before: a replay reads them again.
ALTER TABLE conversion_ledger ADD COLUMN IF NOT EXISTS refund_is_total UInt8 DEFAULT 0 AFTER refund_amount;
