-- expand
-- Which browser does TikTok's pixel know? As `clicks.ttp`, of a click whose page learnt it afterwards.
ALTER TABLE click_identities ADD COLUMN IF NOT EXISTS ttp String DEFAULT '' CODEC(ZSTD(1)) AFTER fbc;
