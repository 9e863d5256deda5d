-- The event log without Kafka (infra/src/event-log/postgres-event-log.ts). One row holds one record batch, as Kafka does: one index
-- entry and one row header for hundreds of events. Belongs to no tenant; only the log's adapter reads it.

-- The next position of each topic. Its row lock is held from the taking of positions to the commit, so that the order of positions is
-- the order of commits: a reader that has seen position n can never meet a smaller one later (a bigserial loses events that way).
-- fillfactor: the row is updated by every append; room on its page keeps these updates off the index.
CREATE TABLE log_head (
  topic         text PRIMARY KEY,
  next_position bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 20);

CREATE TABLE event_log (
  topic          text NOT NULL,
  first_position bigint NOT NULL,
  record_count   integer NOT NULL CHECK (record_count > 0),
  byte_count     integer NOT NULL, -- of the records before compression: a reader's bound on memory
  batch          bytea NOT NULL,   -- record-batch.ts says how
  appended_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (topic, first_position)
);
-- Batches come compressed already; a second attempt by the server would only cost time.
ALTER TABLE event_log ALTER COLUMN batch SET STORAGE EXTERNAL;

-- The position each consumer group reads next. Written after the sinks are durable.
CREATE TABLE consumer_offsets (
  consumer_group text NOT NULL,
  topic          text NOT NULL,
  position       bigint NOT NULL,
  committed_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (consumer_group, topic)
) WITH (fillfactor = 20);

GRANT SELECT, INSERT, UPDATE ON log_head TO tracker_app;
GRANT SELECT, INSERT, DELETE ON event_log TO tracker_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON consumer_offsets TO tracker_app;

-- Each process that mints click ids leases three digits of them; the sequence goes round, so that a slot comes back only after 999
-- other starts.
CREATE SEQUENCE click_id_slots MINVALUE 0 MAXVALUE 999 START 0 CYCLE;
GRANT USAGE ON SEQUENCE click_id_slots TO tracker_app;
