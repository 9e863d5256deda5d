-- expand
-- Which campaign does a notice concern? '' of those from before. A broken tracking link is a notice, too: its `url` is the path that was asked for.
ALTER TABLE script_notices ADD COLUMN IF NOT EXISTS campaign_id LowCardinality(String) DEFAULT '' AFTER problem;
