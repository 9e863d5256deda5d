// The series of an installation of two ingests, two processors, two workers and two APIs on three Kafka brokers, as Prometheus has them: six
// minutes of health, fifteen of an outage, nineteen after it.
import { EVENTS_TOPIC } from '@tracker/schemas/events/topics';

/** In the outage, by samples since its beginning; undefined: it is not scraped. */
type Away = (sample: number) => number | undefined;

interface Course {
  /** Of a level its value, of a counter what each sample adds. */
  readonly usual: number;
  readonly isCounter: boolean;
  readonly away?: Away;
}
export type Series = Readonly<Record<string, Course>>;

export const SAMPLE_SECONDS = 60;
const [BEGINS, ENDS, SAMPLES] = [6, 21, 40];
export const MINUTES = { healthy: 5, away: 20, after: 39 } as const;

const level = (usual: number): Course => ({ usual, isCounter: false });
const counting = (usual: number): Course => ({ usual, isCounter: true });

const PROGRAMS = {
  ingest: ['postgres'],
  processor: ['postgres', 'clickhouse'],
  worker: ['postgres', 'clickhouse', 'redis'],
  api: ['postgres', 'clickhouse', 'redis'],
};
type Job = keyof typeof PROGRAMS;

/** Everything is well: 25 events and a request of the screens a second. */
export const HEALTHY: Series = Object.fromEntries(
  (Object.keys(PROGRAMS) as Job[]).flatMap((job) =>
    [1, 2].flatMap((index) => programSeries(job, `${job}${index}:9100`)),
  ),
);

function programSeries(job: Job, instance: string): [string, Course][] {
  const named = (name: string, labels: Record<string, string> = {}) =>
    `${name}{${Object.entries({ job, instance, ...labels })
      .map(([label, value]) => `${label}="${value}"`)
      .join(',')}}`;
  const http = (route: string, status: string, each: number): [string, Course][] => {
    const labels = { program: job, route, status };
    return [
      [named('tracker_http_request_duration_seconds_count', labels), counting(each)],
      [named('tracker_http_request_duration_seconds_bucket', { ...labels, le: '0.025' }), counting(each)],
      [named('tracker_http_request_duration_seconds_bucket', { ...labels, le: '10' }), counting(each)],
      [named('tracker_http_request_duration_seconds_bucket', { ...labels, le: '+Inf' }), counting(each)],
    ];
  };
  const topic = EVENTS_TOPIC;
  const common: [string, Course][] = [
    [named('up'), level(1)],
    ...PROGRAMS[job].map((store): [string, Course] => [named('tracker_store_up', { store }), level(1)]),
    [named('tracker_log_up', { log: 'kafka' }), level(1)],
    [named('tracker_kafka_under_replicated_partitions', { topic }), level(0)],
    [named('tracker_kafka_topic_differences', { topic }), level(0)],
  ];
  const own: Record<Job, () => [string, Course][]> = {
    ingest: () => [
      ...http('/track/:campaignId', '200', 750),
      ...http('/track/:campaignId', '503', 0),
      [named('tracker_spool_bytes'), level(0)],
      [named('tracker_disk_free_bytes'), level(50e9)],
      [named('tracker_refused_requests_total', { reason: 'click-network' }), counting(0)],
      [named('tracker_webhook_deliveries_total', { provider: 'hotmart', verdict: 'processed' }), counting(15)],
      [named('tracker_webhook_deliveries_total', { provider: 'hotmart', verdict: 'rejected' }), counting(0)],
    ],
    processor: () => [
      [named('tracker_log_lag'), level(200)],
      [named('tracker_figures_age_seconds'), level(1.5)],
      [named('tracker_batch_failures_total', { topic }), counting(0)],
      [named('tracker_dead_letters_total', { stream: 'click' }), counting(0)],
      [named('tracker_set_aside_keys'), level(0)],
    ],
    worker: () => [
      [named('tracker_jobs_oldest_seconds', { queue: 'send-back' }), level(0)],
      [named('tracker_job_attempts_total', { queue: 'send-back', outcome: 'failed' }), counting(0)],
      [named('tracker_outbox_age_seconds'), level(2)],
      [named('tracker_log_outbox_age_seconds'), level(0)],
      [named('tracker_messages_age_seconds'), level(1)],
      [named('tracker_retention_last_run_seconds'), level(1)],
      [named('tracker_log_retention_held_records'), level(0)],
      [named('tracker_backup_age_seconds'), level(20 * 3_600)],
      [named('tracker_archive_age_seconds'), level(1_800)],
      ...['app-keys', 'stores', 'registration'].map((check): [string, Course] => [
        named('tracker_doctor_findings', { check, level: check === 'registration' ? 'warning' : 'red' }),
        level(check === 'registration' ? 1 : 0),
      ]),
    ],
    api: () => [...http('/api/performance/summary', '200', 37), ...http('/api/performance/summary', '503', 0)],
  };
  return [...common, ...own[job]()];
}

/** The same series; the last change that matches decides. */
export const changed = (series: Series, ...changes: readonly [pattern: RegExp, away: Away][]): Series =>
  Object.fromEntries(
    Object.entries(series).map(([name, course]) => {
      const away = changes.findLast(([pattern]) => pattern.test(name))?.[1];
      return [name, away ? { ...course, away } : course];
    }),
  );

/** In promtool's notation. */
export function samplesOf({ usual, isCounter, away }: Course): string {
  const samples: (number | string)[] = [];
  let counted = 0;
  let wasScraped = true;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const value = away && sample >= BEGINS && sample < ENDS ? away(sample - BEGINS) : usual;
    counted += value ?? 0;
    if (value === undefined) samples.push(wasScraped ? 'stale' : '_');
    else samples.push(isCounter ? counted : value);
    wasScraped = value !== undefined;
  }
  return samples.join(' ');
}
