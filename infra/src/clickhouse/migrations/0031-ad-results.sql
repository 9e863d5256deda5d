-- What does the ad platform claim that its ads brought on a day, and how were their videos watched?
-- Grain: one row per campaign, day and ad source, as in `ad_spend`: a later sync that asks for it replaces it whole. A row that is missing
-- means that no run asked; an ad that is in none of its lists had neither claims nor a video.
CREATE TABLE IF NOT EXISTS ad_results
(
    tenant_id   LowCardinality(String),
    campaign_id LowCardinality(String),
    day         Date,
    source      LowCardinality(String),
    -- Of the claimed values.
    currency    LowCardinality(String),
    -- One place for each claim, parallel arrays. The platform's own words; names of one conversion overlap and are never added.
    claim_ad_ids      Array(String),
    claim_actions     Array(LowCardinality(String)),
    claim_windows     Array(LowCardinality(String)),
    claim_conversions Array(Decimal(18, 4)),
    claim_values      Array(Decimal(18, 4)),
    -- Ads whose claims came in a form that is not understood: unknown, and not none.
    unread_ad_ids     Array(String),
    -- One place for each ad whose video was played.
    video_ad_ids      Array(String),
    video_plays       Array(UInt64),
    video_views_3s    Array(UInt64),
    video_thruplays   Array(UInt64),
    video_p25         Array(UInt64),
    video_p50         Array(UInt64),
    video_p75         Array(UInt64),
    video_p100        Array(UInt64),
    received_at DateTime64(3, 'UTC'),
    ver         UInt64
)
ENGINE = ReplacingMergeTree(ver)
ORDER BY (tenant_id, campaign_id, day, source)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, old_parts_lifetime = 90;
