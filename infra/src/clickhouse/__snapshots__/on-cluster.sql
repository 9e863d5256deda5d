CREATE TABLE IF NOT EXISTS clicks ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver, is_void)

CREATE TABLE IF NOT EXISTS page_views ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver)

CREATE TABLE IF NOT EXISTS conversion_ledger ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver)

CREATE TABLE IF NOT EXISTS conversions ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver, is_moved)

CREATE TABLE IF NOT EXISTS unattributed_conversions ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver)

CREATE TABLE IF NOT EXISTS ad_spend ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver)

CREATE TABLE IF NOT EXISTS dead_letters ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver)

CREATE TABLE IF NOT EXISTS webhook_deliveries ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver)

CREATE TABLE IF NOT EXISTS click_identities ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver)

CREATE TABLE IF NOT EXISTS finalized_days ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', state)

CREATE TABLE IF NOT EXISTS traffic_daily ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')

CREATE TABLE IF NOT EXISTS traffic_daily_by_ad ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')

CREATE TABLE IF NOT EXISTS traffic_daily_by_campaign ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')

CREATE TABLE IF NOT EXISTS traffic_daily_by_hour ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')

CREATE TABLE IF NOT EXISTS clicks_daily_by_place ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')

CREATE TABLE IF NOT EXISTS money_daily ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')

CREATE TABLE IF NOT EXISTS money_daily_by_ad ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')

CREATE TABLE IF NOT EXISTS money_daily_by_campaign ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')

CREATE TABLE IF NOT EXISTS unattributed_page_views ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')

CREATE TABLE IF NOT EXISTS conversion_assignments ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver)

CREATE TABLE IF NOT EXISTS money_daily_by_product ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')

ALTER TABLE clicks ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS prev String DEFAULT '' CODEC(ZSTD(1)) AFTER retry_of

ALTER TABLE click_identities ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS prev String DEFAULT '' CODEC(ZSTD(1)) AFTER fbc

ALTER TABLE money_daily ON CLUSTER 'main'

ALTER TABLE money_daily_by_ad ON CLUSTER 'main'

ALTER TABLE money_daily_by_campaign ON CLUSTER 'main'

ALTER TABLE money_daily_by_product ON CLUSTER 'main'

CREATE TABLE IF NOT EXISTS opened_checkouts ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver)

ALTER TABLE conversions ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS city LowCardinality(String) DEFAULT '' AFTER region

ALTER TABLE conversions ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS timezone LowCardinality(String) DEFAULT '' AFTER city

ALTER TABLE conversions ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS browser LowCardinality(String) DEFAULT '' AFTER device_type

ALTER TABLE conversions ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS operating_system LowCardinality(String) DEFAULT '' AFTER browser

ALTER TABLE conversion_ledger ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS person_id String DEFAULT '' CODEC(ZSTD(1)) AFTER products

ALTER TABLE conversions ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS person_id String DEFAULT '' CODEC(ZSTD(1)) AFTER products

CREATE TABLE IF NOT EXISTS spend_reports ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver)

CREATE TABLE IF NOT EXISTS ad_results ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver)

CREATE TABLE IF NOT EXISTS script_notices ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver)

CREATE TABLE IF NOT EXISTS prefetch_proofs ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')

CREATE TABLE IF NOT EXISTS conversion_links ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', ver)

ALTER TABLE script_notices ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS campaign_id LowCardinality(String) DEFAULT '' AFTER problem

ALTER TABLE conversion_ledger ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS refund_is_total UInt8 DEFAULT 0 AFTER refund_amount

ALTER TABLE click_identities ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS ttp String DEFAULT '' CODEC(ZSTD(1)) AFTER fbc

CREATE TABLE IF NOT EXISTS store_probe ON CLUSTER 'main'
ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', written_at)

CREATE TABLE IF NOT EXISTS installation ON CLUSTER 'main'
ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')

ALTER TABLE money_daily ON CLUSTER 'main'

ALTER TABLE money_daily_by_ad ON CLUSTER 'main'

ALTER TABLE money_daily_by_campaign ON CLUSTER 'main'

ALTER TABLE money_daily_by_product ON CLUSTER 'main'

CREATE TABLE migration_lock ON CLUSTER 'main' (held UInt8) ENGINE = Memory COMMENT '1795300000'

DROP TABLE IF EXISTS migration_lock ON CLUSTER 'main' SYNC

ALTER TABLE schema_migrations ON CLUSTER 'main' ADD COLUMN IF NOT EXISTS oldest_program String

CREATE TABLE clicks_replay ON CLUSTER 'main' AS clicks

ALTER TABLE clicks_replay ON CLUSTER 'main' MODIFY COMMENT 'replay r1'

EXCHANGE TABLES clicks AND clicks_replay ON CLUSTER 'main'

RENAME TABLE IF EXISTS clicks_replay TO clicks_snapshot_r1 ON CLUSTER 'main'

INSERT INTO clicks_replay (ts) SETTINGS insert_quorum = 'auto', insert_quorum_timeout = 30000, insert_deduplicate = 0 SELECT ts FROM clicks_snapshot_r1 FINAL SETTINGS max_execution_time = 600

INSERT INTO clicks_replay SETTINGS insert_quorum = 'auto', insert_quorum_timeout = 30000, insert_deduplicate = 0 SELECT * FROM clicks FINAL WHERE ts < now()

INSERT INTO traffic_daily (tenant_id, day_start) SETTINGS insert_quorum = 'auto', insert_quorum_timeout = 30000, insert_deduplicate = 0
SELECT tenant_id, ts FROM clicks FINAL

ALTER TABLE dead_letters ON CLUSTER 'main' DELETE WHERE id IN (1) SETTINGS mutations_sync = 2
