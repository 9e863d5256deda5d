-- Which days of a link has a run read? What is not in here is unknown, and the next run asks for it.
-- Days are those of the link's `day_basis`. Money of a day is in `ad_spend`, its versions in `spend_reports`.
ALTER TABLE ad_platform_campaign_links
  -- Read after they were over, so whole.
  ADD COLUMN days_read datemultirange NOT NULL DEFAULT '{}',
  -- Read when the platform corrected them no more. A day that was read and is not here is read once more, however late.
  ADD COLUMN days_settled datemultirange NOT NULL DEFAULT '{}',
  -- When a run last failed to bring the missing days; null: not since one succeeded, or since the connection was made.
  ADD COLUMN gaps_tried_at timestamptz;

-- Of links from before, the last 90 days are read again: no one knows which of them were. What is older stays as it was shown.
UPDATE ad_platform_campaign_links SET
  days_read = datemultirange(daterange(history_at::date - 89, least(last_sync_at::date, now()::date - 90), '[)')),
  days_settled = datemultirange(daterange(history_at::date - 89, least(last_sync_at::date, now()::date - 90), '[)'))
WHERE history_at IS NOT NULL AND last_sync_at IS NOT NULL
  AND history_at::date - 89 < least(last_sync_at::date, now()::date - 90);
ALTER TABLE ad_platform_campaign_links DROP COLUMN history_at;

-- How far back spend of a new link is read; platforms keep 37 months.
ALTER TABLE tenants ADD COLUMN spend_history_days integer NOT NULL DEFAULT 90 CHECK (spend_history_days BETWEEN 1 AND 1110);
