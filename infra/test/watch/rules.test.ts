// The alert rules of infra/deploy/prometheus and the boards of infra/deploy/grafana: every metric in them is one of ours, each alert has
// a page that says what to do, and each outage fires its own alert and no other, by promtool with the series that the product gives in that outage.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { metricNames } from '@tracker/infra/telemetry/metrics';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { within } from '../kit/machine.ts';
import { programsAreHere } from '../kit/needed-programs.ts';
import { changed, HEALTHY, MINUTES, SAMPLE_SECONDS, type Series, samplesOf } from './outage-series.ts';

vi.setConfig({ testTimeout: within(120_000) });

const root = fileURLToPath(new URL('../../../', import.meta.url));
const RULES = join(root, 'infra/deploy/prometheus/rules.yml');
const rules = readFileSync(RULES, 'utf8');
const BOARDS = join(root, 'infra/deploy/grafana/boards');
const boards = readdirSync(BOARDS).map((name) => readFileSync(join(BOARDS, name), 'utf8'));
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
const pages = [...rules.matchAll(/runbook_url: (\S+)/g)].map(([, page = '']) => page);

/** `tracker_x_total`, and `tracker_x` of `tracker_x_bucket`. */
const isOurs = (name: string) => metricNames.has(name) || metricNames.has(name.replace(/_(bucket|count|sum)$/, ''));

test('names only metrics that the product has', () => {
  expect(boards).toHaveLength(3);
  for (const text of [rules, ...boards]) {
    const named = [...text.matchAll(/\btracker_\w+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !isOurs(name))).toEqual([]);
  }
});

test('has a runbook for each alert, named like it, with what to look at and what to do', () => {
  const kebab = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
  expect(pages).toEqual(
    alerts.map((name) => `infra/docs/runbooks/${kebab(name).replace('click-house', 'clickhouse')}.md`),
  );
  for (const [index, page] of pages.entries()) {
    const text = readFileSync(join(root, page), 'utf8');
    expect(text.split('\n')[0], page).toBe(`# ${alerts[index]}`);
    for (const part of ['## What it means', '## Look at', '## Do', '## It is over when'])
      expect(text, page).toContain(part);
  }
});

const nothing = () => undefined;
const never = () => NaN;
const growing = (sample: number) => sample * SAMPLE_SECONDS;

const OUTAGES: Readonly<Record<string, { readonly series: Series; readonly fires: string }>> = {
  'one of two processors': {
    fires: 'ProcessorDown',
    series: changed(
      HEALTHY,
      [/"processor1:/, nothing],
      [/^up.*"processor1:/, () => 0],
      // Its partitions wait until the session is over.
      [/^tracker_log_lag.*"processor2:/, (sample) => (sample < 2 ? 1_500 : 200)],
    ),
  },
  'all processors, gone from the list of targets': {
    fires: 'ProcessorDown',
    series: changed(HEALTHY, [/job="processor"/, nothing]),
  },
  'one of two workers': {
    fires: 'WorkerDown',
    series: changed(HEALTHY, [/"worker1:/, nothing], [/^up.*"worker1:/, () => 0]),
  },
  'all workers, gone from the list of targets': {
    fires: 'WorkerDown',
    series: changed(HEALTHY, [/job="worker"/, nothing]),
  },
  'one of two ingests': {
    fires: 'IngestDown',
    series: changed(HEALTHY, [/"ingest1:/, nothing], [/^up.*"ingest1:/, () => 0]),
  },
  'one of two APIs': {
    fires: 'ApiDown',
    series: changed(HEALTHY, [/"api1:/, nothing], [/^up.*"api1:/, () => 0]),
  },
  Kafka: {
    fires: 'KafkaAway',
    series: changed(
      HEALTHY,
      [/^tracker_log_up/, () => 0],
      [/^tracker_log_outbox_age_seconds/, growing],
      [/^tracker_(kafka_under_replicated_partitions|log_lag|figures_age_seconds)/, never],
      [/^tracker_spool_bytes/, (sample) => sample * 1e6],
      [/_bucket.*program="ingest".*le="0.025"/, (sample) => (sample === 0 ? 0 : 740)],
    ),
  },
  'one of three brokers': {
    fires: 'KafkaBrokerAway',
    series: changed(HEALTHY, [/^tracker_kafka_under_replicated_partitions/, () => 12]),
  },
  ClickHouse: {
    fires: 'ClickHouseAway',
    series: changed(
      HEALTHY,
      [/^tracker_store_up.*"clickhouse"/, () => 0],
      [/^tracker_doctor_findings.*"stores"/, () => 1],
      [/^tracker_log_lag/, (sample) => 1_500 * sample],
      [/^tracker_figures_age_seconds/, growing],
      [/^tracker_batch_failures_total/, () => 3],
      [/_(count|bucket).*program="api".*status="503"/, () => 30],
    ),
  },
  Postgres: {
    fires: 'PostgresAway',
    series: changed(
      HEALTHY,
      [/^tracker_store_up.*"postgres"/, () => 0],
      [/^tracker_doctor_findings.*"stores"/, () => 1],
      [/^tracker_log_lag/, (sample) => 1_500 * sample],
      [/^tracker_figures_age_seconds/, growing],
      [/^tracker_batch_failures_total/, () => 3],
      [/^tracker_((log_)?outbox|messages)_age_seconds/, never],
      [/^tracker_spool_bytes/, (sample) => sample * 1e5],
      [/_(count|bucket).*program="api".*status="503"/, () => 30],
      [/_(count|bucket).*program="ingest".*status="503"/, () => 20],
    ),
  },
  Redis: {
    fires: 'RedisAway',
    series: changed(
      HEALTHY,
      [/^tracker_store_up.*"redis"/, () => 0],
      [/^tracker_jobs_oldest_seconds/, never],
      [/^tracker_outbox_age_seconds/, growing],
    ),
  },
};

/** Troubles with all programs and stores there. */
const TROUBLES: typeof OUTAGES = {
  'processors that do not keep up': {
    fires: 'FiguresLate',
    series: changed(
      HEALTHY,
      [/^tracker_figures_age_seconds/, growing],
      [/^tracker_log_lag/, (sample) => 1_500 * sample],
    ),
  },
  'a batch that never goes through': {
    fires: 'BatchesFail',
    series: changed(HEALTHY, [/^tracker_batch_failures_total/, () => 1]),
  },
  'records that cannot be processed': {
    fires: 'DeadLetters',
    series: changed(HEALTHY, [/^tracker_dead_letters_total/, (sample) => (sample === 10 ? 1 : 0)]),
  },
  'a conversion that cannot be computed': {
    fires: 'KeysSetAside',
    series: changed(HEALTHY, [/^tracker_set_aside_keys/, () => 1]),
  },
  'a spool that does not drain': {
    fires: 'SpoolNotDrained',
    series: changed(HEALTHY, [/^tracker_spool_bytes/, () => 4_000]),
  },
  'a disk that fills': { fires: 'DiskLow', series: changed(HEALTHY, [/^tracker_disk_free_bytes/, () => 1e9]) },
  'a topic with too few copies': {
    fires: 'KafkaTopicDiffers',
    // From the start, since it is looked at then.
    series: Object.fromEntries(
      Object.entries(HEALTHY).map(([name, course]) => [
        name,
        name.startsWith('tracker_kafka_topic_differences') ? { ...course, usual: 2 } : course,
      ]),
    ),
  },
  'a key that can be guessed': {
    fires: 'DoctorFindings',
    series: changed(HEALTHY, [/^tracker_doctor_findings.*"app-keys"/, () => 1]),
  },
  'a log that keeps what is too old, where no backups are set up': {
    fires: 'LogRetentionHeld',
    series: changed(
      HEALTHY,
      [/^tracker_retention_last_run_seconds.*"worker1:/, () => 2],
      [/^tracker_log_retention_held_records.*"worker1:/, () => 50_000],
      [/^tracker_(backup|archive)_age_seconds/, never],
    ),
  },
  'a backup that failed for two nights': {
    fires: 'BackupTooOld',
    series: changed(HEALTHY, [/^tracker_backup_age_seconds/, (sample) => 40 * 3_600 + growing(sample)]),
  },
  'an archive that does not run': {
    fires: 'ArchiveBehind',
    series: changed(HEALTHY, [/^tracker_archive_age_seconds/, (sample) => 5 * 3_600 + growing(sample)]),
  },
  'one in fifty clicks refused with 503': {
    fires: 'IngestErrors',
    series: changed(HEALTHY, [/_(count|bucket).*program="ingest".*status="503"/, () => 15]),
  },
  'clicks that take ten seconds': {
    fires: 'IngestSlow',
    series: changed(HEALTHY, [/_bucket.*program="ingest".*status="200".*le="0.025"/, () => 300]),
  },
  'a flood': { fires: 'RequestsRefused', series: changed(HEALTHY, [/^tracker_refused_requests_total/, () => 3_000]) },
  'screens that fail': {
    fires: 'ApiErrors',
    series: changed(HEALTHY, [/_(count|bucket).*program="api".*status="503"/, () => 10]),
  },
  'slow screens': {
    fires: 'ApiSlow',
    series: changed(HEALTHY, [/_bucket.*program="api".*status="200".*le="0.025"/, () => 10]),
  },
  'a job that is not taken': {
    fires: 'JobsLate',
    series: changed(HEALTHY, [/^tracker_jobs_oldest_seconds/, (sample) => 900 + growing(sample)]),
  },
  'a job that failed for good': {
    fires: 'JobsFail',
    series: changed(HEALTHY, [/^tracker_job_attempts_total/, (sample) => (sample === 10 ? 1 : 0)]),
  },
  'an outbox that is not emptied': {
    fires: 'OutboxLate',
    series: changed(HEALTHY, [/^tracker_outbox_age_seconds/, (sample) => 1_200 + growing(sample)]),
  },
  'a mail server that takes nothing': {
    fires: 'MessagesLate',
    series: changed(HEALTHY, [/^tracker_messages_age_seconds/, (sample) => 2_400 + growing(sample)]),
  },
  'stored events that the log refuses': {
    fires: 'LogOutboxLate',
    series: changed(HEALTHY, [/^tracker_log_outbox_age_seconds/, (sample) => 600 + growing(sample)]),
  },
  'a checkout with a wrong secret': {
    fires: 'DeliveriesRejected',
    series: changed(HEALTHY, [/_deliveries_total.*"rejected"/, () => 10]),
  },
};

const cases = { ...OUTAGES, ...TROUBLES };

test('covers every alert but that of the retention, whose two days are too long here', () => {
  expect(new Set(Object.values(cases).map(({ fires }) => fires))).toEqual(
    new Set(alerts.filter((name) => name !== 'RetentionNotRun')),
  );
});

describe.skipIf(!programsAreHere('alerts'))('alerts in promtool', () => {
  test('fires exactly its alert in each outage and trouble, and nothing before it or a quarter of an hour after', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'tracker-rules-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const tests = Object.entries(cases).map(([name, { series, fires }]) => ({
      name,
      interval: `${SAMPLE_SECONDS}s`,
      input_series: Object.entries(series).map(([metric, course]) => ({ series: metric, values: samplesOf(course) })),
      promql_expr_test: [
        { at: MINUTES.healthy, firing: [] },
        { at: MINUTES.away, firing: [fires] },
        { at: MINUTES.after, firing: fires === 'KafkaTopicDiffers' ? [fires] : [] },
      ].map(({ at, firing }) => ({
        expr: 'group by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: `${at}m`,
        exp_samples: firing.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
      })),
    }));
    const file = join(dir, 'outages.json'); // JSON is YAML
    writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: `${SAMPLE_SECONDS}s`, tests }));
    const { stdout } = await promisify(execFile)('promtool', ['test', 'rules', file]).catch(
      (error: { stdout?: string; stderr?: string }) => {
        throw new Error(`${error.stdout}\n${error.stderr}`);
      },
    );
    expect(stdout).toContain('SUCCESS');
  });
});
