// The token buckets that all ingests have in common, in Redis (ADR 47). Nothing waits for it: what cannot be sent at once is forgotten, and
// each process goes on by its own buckets. Names of senders are pseudonyms, because Redis writes its keys to its disk.
import type { RedisConfig } from '../config/config.ts';
import type { Clock } from '../lifecycle/clock.ts';
import { connectRedis } from '../redis/connect-redis.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { SharedBuckets } from './token-buckets.ts';

const PREFIX = 'tracker-limits:';
/** Of one call; a flood of more busy senders at once is sent in part. */
const SENDERS_MAX = 1_000;

/**
 * For each key: adds the tokens (ms) to the bucket and gives the ms until it is full again. The time is that of Redis, so clocks of ingests
 * may differ. What was given away beyond the bucket is paid back later, at most one bucket: a sender waits a bounded time.
 */
const ADD = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local left = {}
for i, key in ipairs(KEYS) do
  local full = math.max(tonumber(redis.call('GET', key) or 0), now) + tonumber(ARGV[2 * i - 1])
  full = math.min(full, now + 2 * tonumber(ARGV[2 * i]))
  redis.call('SET', key, full, 'PX', math.max(1, math.ceil(full - now)))
  left[i] = math.ceil(full - now)
end
return left`;

interface Report {
  tokensMs: number;
  readonly bucketMs: number;
  answer: (fullAtMs: number) => void;
}

/** What Redis does not answer within it is forgotten. */
const ANSWER_MS = 500;

export interface OpenSharedBuckets {
  /** For each limit by its name. */
  of(limit: string): SharedBuckets;
  close(): void;
}

export function openSharedBuckets(options: {
  readonly redis: RedisConfig;
  readonly keyring: Pick<Keyring, 'pseudonym'>;
  readonly clock: Clock;
  readonly logger: Logger;
}): OpenSharedBuckets {
  const { keyring, clock, logger } = options;
  const redis = connectRedis(options.redis, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
  });
  const warn = (error: unknown) =>
    logger.warn({ event: 'limits.redis.unavailable', err: error }, 'Redis unavailable; each ingest limits by itself');
  redis.on('error', warn);
  const waiting = new Map<string, Report>();
  let isSending = false;

  /** One call at a time: meanwhile the next one collects senders. */
  async function sendAll() {
    isSending = true;
    for (let some = [...waiting]; some.length > 0; some = [...waiting]) {
      waiting.clear();
      const keys = some.map(([name]) => PREFIX + keyring.pseudonym(name));
      const tokens = some.flatMap(([, { tokensMs, bucketMs }]) => [tokensMs, bucketMs]);
      try {
        const left = (await redis.eval(ADD, keys.length, ...keys, ...tokens)) as number[];
        const nowMs = clock.now();
        for (const [index, ms] of left.entries()) some[index]?.[1].answer(nowMs + ms);
      } catch (error) {
        warn(error);
      }
    }
    isSending = false;
  }

  return {
    of: (limit) => ({
      add(sender, tokensMs, bucketMs, answer) {
        if (redis.status !== 'ready') return;
        const name = `${limit}:${sender}`;
        const known = waiting.get(name);
        if (known) {
          known.tokensMs += tokensMs;
          known.answer = answer;
        } else if (waiting.size < SENDERS_MAX) waiting.set(name, { tokensMs, bucketMs, answer });
        if (!isSending) void sendAll();
      },
    }),
    close: () => redis.disconnect(),
  };
}
