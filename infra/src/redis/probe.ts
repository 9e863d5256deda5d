import type { Redis } from 'ioredis';
import { JobsUnavailableError } from '../jobs/job-queue.ts';

const KEY = 'tracker-probe';
/** Kept for a day, so that it says for how long nothing was taken. */
const KEPT_SECONDS = 86_400;

/** Rejects while Redis takes nothing, or would throw jobs away. */
export async function probeRedis(redis: Redis): Promise<void> {
  const [seconds = 0] = await redis.time();
  await redis.set(KEY, seconds, 'EX', KEPT_SECONDS);
  const memory = await redis.info('memory');
  const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1];
  if (/^maxmemory:[1-9]/m.test(memory) && policy !== undefined && policy !== 'noeviction') {
    throw new JobsUnavailableError(
      `Redis would throw jobs away to make room: maxmemory-policy is ${policy}, not noeviction`,
    );
  }
}

/** When the last write was taken, by the clock of Redis; undefined before the first. */
export async function probedRedisAgeMs(redis: Redis): Promise<number | undefined> {
  const [[seconds], taken] = await Promise.all([redis.time(), redis.get(KEY)]);
  return taken === null ? undefined : (Number(seconds) - Number(taken)) * 1_000;
}
