import { setTimeout as delay } from 'node:timers/promises';
import type { Account, Kind } from './account.ts';

const PERSON =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const RETRY_MS = 150;
const ANSWER_WITHIN_MS = 15_000;

export interface Client {
  /** Retries the request until it is acknowledged, like mc.js and a checkout; returns the response. */
  untilAcknowledged(kind: Kind, path: string, request?: RequestInit): Promise<string>;
  /** Of the acknowledged requests since the last call, in ms. */
  takeLatencies(): Latencies;
}

export interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** `visitorOf`: the address of the next visitor, as a CDN would name it; by default the visitors are this machine. */
export function createClient(url: string, account: Account, visitorOf?: () => string): Client {
  let latencies: number[] = [];

  async function once(path: string, request: RequestInit): Promise<Response | undefined> {
    try {
      const visitor = visitorOf && { 'x-forwarded-for': visitorOf() };
      const headers = { ...request.headers, ...visitor, 'user-agent': PERSON };
      const answer = await fetch(url + path, { ...request, headers, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
      // The connection may still break before the body is read. A 204 has none, and may not be given one.
      const body = await answer.arrayBuffer();
      return new Response(body.byteLength === 0 ? null : body, { status: answer.status });
    } catch {
      return undefined;
    }
  }

  return {
    async untilAcknowledged(kind, path, request = {}) {
      for (;;) {
        const sentAt = performance.now();
        const answer = await once(path, request);
        if (answer === undefined) account.lostAnswers[kind] += 1;
        else if (answer.ok) {
          account.acknowledged += 1;
          latencies.push(performance.now() - sentAt);
          return answer.text();
        } else {
          account.refusals += 1;
          const body = await answer.text();
          const [, code = ''] = /"error":"([^"]*)"/.exec(body) ?? [];
          const endpoint = `/${path.split(/[/?]/)[1]}`;
          const reason = `${answer.status} ${request.method ?? 'GET'} ${endpoint} ${code}`;
          account.refusalsBy.set(reason, (account.refusalsBy.get(reason) ?? 0) + 1);
          const isComeAgain = answer.status === 503 || answer.status === 429;
          if (!isComeAgain) account.surprises.push(`${answer.status} ${body.slice(0, 200)}`);
        }
        await delay(RETRY_MS);
      }
    },
    takeLatencies() {
      const sorted = latencies.sort((a, b) => a - b);
      latencies = [];
      const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
      return { p50: at(0.5), p99: at(0.99), max: Math.round(sorted.at(-1) ?? 0) };
    },
  };
}
