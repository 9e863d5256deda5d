// The Prometheus metrics for operators. One registry per process: the parts of standalone share it, and a program that never uses
// a metric shows it as 0, or as NaN where 0 would say something. Labels come only from closed sets of ours, so that no caller can create series.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const registry = new Registry();
const registers = [registry];
const counter = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Counter<Label>({ name: `tracker_${name}`, help, labelNames, registers });
const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Gauge<Label>({ name: `tracker_${name}`, help, labelNames, registers });
/** Of what only one program knows: NaN in the others, so that `max` over all of them is what it says. */
const knownGauge = (name: string, help: string) => {
  const known = gauge(name, help);
  known.set(NaN);
  return known;
};
const histogram = <Label extends string = never>(
  name: string,
  help: string,
  buckets: number[],
  labelNames: readonly Label[] = [],
) => new Histogram<Label>({ name: `tracker_${name}`, help, buckets, labelNames, registers });

export const metrics = {
  setAsideKeys: gauge(
    'set_aside_keys',
    'Derived rows that could not be computed and wait for another version or for an operator.',
  ),
  deadLetters: counter('dead_letters_total', 'Records kept aside because they cannot be processed.', ['stream']),
  recordedEvents: counter('recorded_events_total', 'Events acknowledged by ingest, by where they are durable.', [
    'type',
    'to',
  ]),
  spoolBytes: gauge('spool_bytes', 'Bytes in the local spool that are not yet in the log.'),
  diskFreeBytes: knownGauge('disk_free_bytes', 'Free bytes where ingest keeps its data.'),
  requestsInFlight: gauge('requests_in_flight', 'Requests of ingest that are not answered yet.'),
  refusedRequests: counter('refused_requests_total', 'Requests refused, and connections ended, to protect a program.', [
    'reason',
  ]),
  httpConnections: gauge('http_connections', 'Open connections of HTTP.'),
  programRestarts: gauge(
    'program_restarts',
    'How often the program ended or was silent and was started again, since its parent started.',
  ),
  httpWaitingBytes: gauge('http_waiting_bytes', 'Bytes of answers that their readers have not taken yet.'),
  foldedClicks: counter(
    'folded_clicks_total',
    'Clicks whose ad or source counts as `outros`: their network, or their company, had too many different ones that day.',
    ['reason'],
  ),
  ignoredClickIds: counter(
    'ignored_click_ids_total',
    'Click ids of a moment before the retention or of the future: answered, and nothing waits for their click.',
    ['route'],
  ),
  webhookDeliveries: counter('webhook_deliveries_total', "Checkouts' deliveries as ingest answered them.", [
    'provider',
    'verdict',
  ]),
  retentionDeletedRows: counter(
    'retention_deleted_rows_total',
    'Rows deleted by the retention of their tenant, and records of the event log.',
    ['table'],
  ),
  retentionLastRun: knownGauge('retention_last_run_seconds', 'Unix time of the last complete run of the retention.'),
  logRetentionHeld: knownGauge(
    'log_retention_held_records',
    'Records of the event log that are older than LOG_RETENTION_DAYS and could not be deleted in the last run.',
  ),
  batchSeconds: histogram(
    'batch_seconds',
    'Time from a batch of the log to durable figures.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  ),
  batchRecords: histogram('batch_records', 'Records in a batch.', [1, 10, 100, 1_000, 5_000, 10_000, 30_000, 60_000]),
  batchFailures: counter('batch_failures_total', 'Batches that failed and are tried again.', ['topic']),
  answers: counter('answers_total', 'Answers to questions about one tenant, by where they came from.', ['from']),
  answerCacheBytes: gauge(
    'answer_cache_bytes',
    'Bytes of answers that are kept until the figures of their tenant change.',
  ),
  kafkaTopicDifferences: gauge(
    'kafka_topic_differences',
    'Settings of a Kafka topic (copies, partitions, retention and others) that are not as wanted.',
    ['topic'],
  ),
  kafkaUnderReplicatedPartitions: gauge(
    'kafka_under_replicated_partitions',
    'Partitions of a Kafka topic with a copy that is missing or behind: a broker is away.',
    ['topic'],
  ),
  logLag: knownGauge('log_lag', 'Records between the processor and the end of the log; NaN when it cannot be asked.'),
  logUp: gauge('log_up', '1 while the event log takes a record of this program, else 0.', ['log']),
  storeUp: gauge('store_up', '1 while the store takes a write of this program, else 0.', ['store']),
  storeWriteAge: gauge(
    'store_write_age_seconds',
    'Since the store took the last write of this program, which writes every five seconds; NaN before the first.',
    ['store'],
  ),
  figuresAge: knownGauge(
    'figures_age_seconds',
    'Age of the newest record whose figures are stored; 0 while none waits, NaN when that is unknown.',
  ),
  httpSeconds: histogram(
    'http_request_duration_seconds',
    'Time to answer a request, by the pattern of its route.',
    [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    ['program', 'route', 'status'],
  ),
  jobs: gauge('jobs', 'Background jobs: waiting (due), delayed or running.', ['queue', 'state']),
  jobsOldest: gauge('jobs_oldest_seconds', 'How long the oldest job that is due has waited.', ['queue']),
  jobAttempts: counter('job_attempts_total', 'Attempts of background jobs in this process, by their outcome.', [
    'queue',
    'outcome',
  ]),
  backupAge: knownGauge(
    'backup_age_seconds',
    'Age of the last whole backup, or of the time when backups were set up; NaN where they are not.',
  ),
  archiveAge: knownGauge(
    'archive_age_seconds',
    'Age of the last complete archive of the log, or of the time when backups were set up; NaN where they are not.',
  ),
  doctorFindings: gauge(
    'doctor_findings',
    'Findings of `npx -y pnpm@12 ops doctor` as the worker sees them, by check and level; asked every five minutes while it is scraped.',
    ['check', 'level'],
  ),
  outboxAge: knownGauge('outbox_age_seconds', 'How long the oldest conversion that is due to be sent back has waited.'),
  messagesAge: knownGauge(
    'messages_age_seconds',
    'How long the oldest message to a person that is to be sent has waited.',
  ),
  logOutboxAge: knownGauge(
    'log_outbox_age_seconds',
    'How long the oldest event that is stored in Postgres has waited to be appended to the log.',
  ),
} as const;

/** With the prefix, as rules and boards name them. */
export const metricNames: ReadonlySet<string> = new Set(registry.getMetricsAsArray().map(({ name }) => name));

let processMetricsStarted = false;

/** Memory, event loop and garbage collection of this process; costs a little, so only where Prometheus scrapes. */
export function startProcessMetrics(): void {
  if (processMetricsStarted) return;
  processMetricsStarted = true;
  collectDefaultMetrics({ register: registry });
}

export const metricsContentType = registry.contentType;

const refreshes = new Set<() => Promise<void>>();
let tooLate: Promise<undefined> = Promise.resolve(undefined);

/**
 * For what is cheap to ask at a scrape and dear to keep up to date. `show` gets undefined when it cannot be asked, or not in
 * time. Gives the way to end it.
 */
export function beforeScrape<Answer>(
  ask: () => Promise<Answer>,
  show: (answer: Answer | undefined) => void,
): () => void {
  const refresh = async () => show(await Promise.race([ask().catch(() => undefined), tooLate]));
  refreshes.add(refresh);
  return () => void refreshes.delete(refresh);
}

/** Shows 1 while `ask` resolves in time, else 0. */
export const isUpBeforeScrape = <Label extends string>(
  gauge: Gauge<Label>,
  labels: Record<Label, string>,
  ask: () => Promise<unknown>,
): (() => void) =>
  beforeScrape(
    () => ask().then(() => 1),
    (up = 0) => gauge.set(labels, up),
  );

const REFRESH_WITHIN_MS = 2_000;

/**
 * All of it, as Prometheus reads it. The scrape does not fail when a store does: what cannot be asked now is shown as NaN, since an alert
 * on its last value would sleep in the very outage that it is for.
 */
export async function renderMetrics(): Promise<string> {
  const late = AbortSignal.timeout(REFRESH_WITHIN_MS);
  tooLate = new Promise((resolve) => late.addEventListener('abort', () => resolve(undefined), { once: true }));
  await Promise.all([...refreshes].map((refresh) => refresh()));
  return registry.metrics();
}
