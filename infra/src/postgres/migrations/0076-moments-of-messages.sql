-- expand
-- A program sees which of several messages is the last one.
GRANT SELECT (created_at) ON messages TO tracker_app;
