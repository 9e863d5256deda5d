-- expand
-- Whose event is it? The person's id as in `webhook_deliveries`, a salted hash; '' when the event names no person.
ALTER TABLE conversion_ledger ADD COLUMN IF NOT EXISTS person_id String DEFAULT '' CODEC(ZSTD(1)) AFTER products;
