-- expand
-- Which clicks are of one visitor? The click that the browser had stored before, '' when it had none or none was sent (ADR 92). It may name no
-- click of the tenant: a stranger can send any id, and retention deletes old clicks.
ALTER TABLE clicks ADD COLUMN IF NOT EXISTS prev String DEFAULT '' CODEC(ZSTD(1)) AFTER retry_of;
