-- expand
-- The database is the middle of an installation: its id is also in the data directory, in the analytics store and in Kafka, so that a setting that names
-- another one's store, or a new one, is seen at the start (ADR 150).
CREATE TABLE installation (
  one           boolean PRIMARY KEY DEFAULT true CHECK (one),
  id            uuid NOT NULL,
  -- Each has had its id: without one it is new, or lost its data.
  has_analytics boolean NOT NULL DEFAULT false,
  has_kafka     boolean NOT NULL DEFAULT false
);
INSERT INTO installation (id) VALUES (gen_random_uuid());
GRANT SELECT, UPDATE (has_analytics, has_kafka) ON installation TO tracker_app;
