-- expand
-- Who bought? The person's id as in `webhook_deliveries`, a salted hash; '' when no event that decides names a person. An erasure deletes the
-- person's key, so that nothing can be read of them any more; the conversion and its hash stay, as the delivery does.
ALTER TABLE conversions ADD COLUMN IF NOT EXISTS person_id String DEFAULT '' CODEC(ZSTD(1)) AFTER products;
