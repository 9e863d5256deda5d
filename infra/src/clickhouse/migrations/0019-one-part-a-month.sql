-- Which clicks of the last three months have a text in their agent?
-- FINAL takes three times as long where a month lies in several parts. A month to which nothing was added for a day becomes one, in the
-- background.
ALTER TABLE clicks
    MODIFY SETTING min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1;
ALTER TABLE page_views
    MODIFY SETTING min_age_to_force_merge_seconds = 86400, min_age_to_force_merge_on_partition_only = 1;
