// Opens every connection to Redis: one server, or the master that Sentinels name, with TLS where the URL says so.
import { Redis, type RedisOptions } from 'ioredis';
import type { RedisConfig } from '../config/config.ts';

/** Failovers take seconds; a longer pause would only add to them. */
const RECONNECT_MAX_MS = 1_000;

/** Connects by itself and again after each loss. The caller listens to 'error', which would else end the process. */
export function connectRedis(config: RedisConfig, options: RedisOptions = {}): Redis {
  return new Redis({
    retryStrategy: (times) => Math.min(50 * times, RECONNECT_MAX_MS),
    ...(config.sentinels ? throughSentinels(config, config.sentinels) : serverOf(config)),
    ...options,
  });
}

function serverOf(config: RedisConfig): RedisOptions {
  const url = new URL(config.url);
  return {
    host: url.hostname,
    port: Number(url.port || 6379),
    ...accountOf(url),
    ...(tlsOf(config) && { tls: { ...tlsOf(config), host: url.hostname } }),
  };
}

function throughSentinels(config: RedisConfig, sentinels: readonly string[]): RedisOptions {
  const url = new URL(config.url);
  const tls = tlsOf(config);
  return {
    name: url.hostname,
    sentinels: sentinels.map((address) => {
      const [host, port] = address.split(':');
      return { host, port: Number(port) };
    }),
    ...(config.sentinelPassword !== undefined && { sentinelPassword: config.sentinelPassword }),
    ...accountOf(url),
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
    // A master that hangs keeps its connections: the Sentinels' word ends them. One that came back as a replica refuses to write.
    failoverDetector: true,
    reconnectOnError: (error) => (error.message.includes('READONLY') ? 2 : false),
  };
}

const tlsOf = ({ url, ca }: RedisConfig) =>
  url.startsWith('rediss:') ? { ...(ca !== undefined && { ca }) } : undefined;

function accountOf({ username, password, pathname }: URL): RedisOptions {
  const db = Number(pathname.slice(1) || 0);
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(Number.isInteger(db) && { db }),
  };
}
