// Measures an event log: appends by senders that wait for each response, then one consumer group that reads everything.
import { randomBytes } from 'node:crypto';
import type { EventLog } from '@tracker/infra/event-log/event-log';

export interface LogFigures {
  readonly sent: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly readPerSecond: number;
}

export async function measureLog(
  log: EventLog,
  { topic, senders, seconds }: { topic: string; senders: number; seconds: number },
): Promise<LogFigures> {
  const latencies: number[] = [];
  let sent = 0;
  const until = performance.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: senders }, async (_, sender) => {
      while (performance.now() < until) {
        const since = performance.now();
        await log.append(topic, [event(sender, sent++)]);
        latencies.push(performance.now() - since);
      }
    }),
  );
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)]!;
  return {
    sent,
    perSecond: Math.round(sent / seconds),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    readPerSecond: await readBack(log, topic, sent),
  };
}

async function readBack(log: EventLog, topic: string, sent: number): Promise<number> {
  const since = performance.now();
  let read = 0;
  await new Promise<void>((resolve) => {
    log.consume({
      topic,
      group: 'bench',
      maxRecords: 10_000,
      onBatch: async (records) => {
        read += records.length;
        if (read >= sent) resolve();
      },
    });
  });
  return Math.round(read / ((performance.now() - since) / 1_000));
}

function event(sender: number, number: number) {
  const clickId = `mc_black-friday-${sender % 4}_${Date.now()}${String(number % 1_000_000).padStart(6, '0')}`;
  const value = JSON.stringify({
    id: clickId,
    type: 'click',
    schemaVersion: 1,
    tenantId: 'tn_3kfm2Lq9Zx81aBcDeFgHiJ',
    campaignId: `black-friday-${sender % 4}`,
    receivedAt: new Date().toISOString(),
    payload: {
      userAgent: `Mozilla/5.0 (Linux; Android 14; SM-S9${number % 100}B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.${number % 7000}.0 Mobile Safari/537.36`,
      ipAddress: `189.${number % 256}.${(number >> 8) % 256}.0`,
      // Nearly random bytes, so that compression gains nothing.
      address: { keyId: '20778', sealed: randomBytes(16).toString('base64url') },
      referrer: 'https://l.facebook.com/',
      query: {
        fbclid: randomBytes(45).toString('base64url'),
        sub1: String(120210000000 + (number % 500)),
        sub4: 'Vídeo 03 – depoimento',
        utm_source: 'FB',
      },
    },
  });
  return { key: clickId, value };
}
