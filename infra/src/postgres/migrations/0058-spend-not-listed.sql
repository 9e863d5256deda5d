-- How much of an account's spend does the platform list a campaign for, and on how many days is it another sum? Null: not compared yet.
ALTER TABLE ad_platform_account_totals ADD COLUMN listed_spend numeric(18, 2), ADD COLUMN differing_days integer;
