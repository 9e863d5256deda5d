-- When was the present day of a link last read, and since when is its spend refused, and why? Null: not yet, and not since it last came.
ALTER TABLE ad_platform_campaign_links
  ADD COLUMN read_at timestamptz,
  ADD COLUMN refused_since timestamptz,
  ADD COLUMN refusal jsonb; -- AdPlatformProblem of schemas/src/ad-platforms/problems.ts
UPDATE ad_platform_campaign_links SET read_at = last_sync_at;
