-- How often in a row did a run fail to bring the missing days of a link? It is asked again in growing pauses.
ALTER TABLE ad_platform_campaign_links ADD COLUMN gaps_tries integer NOT NULL DEFAULT 0;
