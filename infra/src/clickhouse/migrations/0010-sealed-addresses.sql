-- Whose address was it, for as long as anybody may know (decision 43)?
-- `ip_address` is the network, as in the log; the whole address stands beside it, sealed with the key of its day. That key is deleted after
-- 30 days, and no row need be written anew. Older rows have '' here and may have the whole address in `ip_address`.
ALTER TABLE clicks
    -- Days since 1970, the same for a day's rows.
    ADD COLUMN IF NOT EXISTS address_key LowCardinality(String) DEFAULT '' AFTER ip_address,
    -- base64url of a block that looks like chance: nothing but its alphabet is compressed.
    ADD COLUMN IF NOT EXISTS address_sealed String DEFAULT '' CODEC(ZSTD(1)) AFTER address_key;

ALTER TABLE page_views
    ADD COLUMN IF NOT EXISTS address_key LowCardinality(String) DEFAULT '' AFTER ip_address,
    ADD COLUMN IF NOT EXISTS address_sealed String DEFAULT '' CODEC(ZSTD(1)) AFTER address_key;
