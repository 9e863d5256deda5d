-- expand
-- Which click came before? As `clicks.prev`, of a click that its link and not the script made: the page says it afterwards.
ALTER TABLE click_identities ADD COLUMN IF NOT EXISTS prev String DEFAULT '' CODEC(ZSTD(1)) AFTER fbc;
