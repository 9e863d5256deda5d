/**
 * `node infra/dev/fleet.ts [rates, as 100,400] [seconds] [backlog]`: what an event costs each program and store of the compose file, in
 * processor time, for `infra/docs/capacity.md`. Processor time is almost the same on a busy machine; rates and latencies are not.
 * It starts the installation under a project name of its own (images by `npx -y pnpm@12 image`), and removes it with its volumes.
 */
import { execFileSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { environment } from '@tracker/infra/config/config';
import { type RegisteredTenant, registerTenant, VISITOR } from '@tracker/test/kit/registered-tenant';

const rates = (process.argv[2] ?? '100,400').split(',').map(Number);
const seconds = Number(process.argv[3] ?? 60);
const backlog = Number(process.argv[4] ?? 20_000);
const PROJECT = 'tracker-fleet';
const URL_OF_GATEWAY = 'http://127.0.0.1:3300';
const CONVERSION_EVERY = 20;

const compose = (...args: string[]) =>
  execFileSync('docker', ['compose', '--project-name', PROJECT, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    // The load names its visitors, as a load balancer in front of the gateway would: each network has a rate limit.
    env: { ...environment(), TRUST_PROXY: '2', GATEWAY_TRUST_PROXY: 'yes' },
  });

interface Service {
  readonly name: string;
  readonly cpuSeconds: number;
  readonly mebibytes: number;
}

/** Of all containers of the project, by service. */
async function usage(): Promise<ReadonlyMap<string, Service>> {
  const ids = compose('ps', '--quiet').split('\n').filter(Boolean);
  const services = new Map<string, Service>();
  for (const stats of await Promise.all(ids.map(statsOf))) {
    const before = services.get(stats.name) ?? { cpuSeconds: 0, mebibytes: 0 };
    services.set(stats.name, {
      name: stats.name,
      cpuSeconds: before.cpuSeconds + stats.cpuSeconds,
      mebibytes: Math.max(before.mebibytes, stats.mebibytes),
    });
  }
  return services;
}

async function statsOf(id: string): Promise<Service> {
  const [stats, container] = await Promise.all([
    ask<{
      cpu_stats: { cpu_usage: { total_usage: number } };
      memory_stats: { usage: number; stats: Record<string, number> };
    }>(`/containers/${id}/stats?stream=false&one-shot=true`),
    ask<{ Config: { Labels: Record<string, string> } }>(`/containers/${id}/json`),
  ]);
  const { usage: used, stats: kinds } = stats.memory_stats;
  return {
    name: container.Config.Labels['com.docker.compose.service'] ?? id,
    cpuSeconds: stats.cpu_stats.cpu_usage.total_usage / 1e9,
    mebibytes: (used - (kinds.total_inactive_file ?? kinds.inactive_file ?? 0)) / 1024 ** 2,
  };
}

const ask = <T>(path: string): Promise<T> =>
  new Promise((resolve, reject) => {
    request({ socketPath: '/var/run/docker.sock', path }, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve(JSON.parse(text) as T));
    })
      .on('error', reject)
      .end();
  });

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** The body of a 2xx; throws for any other answer. */
const send = (path: string, conversion?: object): Promise<string> =>
  new Promise((resolve, reject) => {
    const address = [11, ...Array.from({ length: 3 }, () => Math.floor(Math.random() * 256))].join('.');
    const headers = { 'user-agent': VISITOR, 'x-forwarded-for': address, 'content-type': 'application/json' };
    request(`${URL_OF_GATEWAY}${path}`, { agent, headers, method: conversion ? 'POST' : 'GET' }, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(text) : reject(new Error(`${answer.statusCode}: ${text}`)),
      );
    })
      .on('error', reject)
      .end(conversion && JSON.stringify(conversion));
  });

let sent = 0;

/** One conversion in twenty events, of the click before it. */
async function sendEvents(tenant: RegisteredTenant, count: number, perSecond: number): Promise<void> {
  const begun = performance.now();
  let lastClick = '';
  const running = new Set<Promise<void>>();
  for (let index = 0; index < count; index += 1) {
    const wait = begun + (index / perSecond) * 1_000 - performance.now();
    if (wait > 1) await delay(wait);
    if (running.size >= 256) await Promise.race(running);
    const number = sent++;
    const one =
      number % CONVERSION_EVERY === 0 && lastClick !== ''
        ? send(`/conversion?key=${tenant.trackingKey}`, {
            transaction_id: `FLEET-${number}`,
            event_type: 'purchase',
            amount: '197.00',
            currency: 'BRL',
            click_id: lastClick,
          })
        : send(
            `/track/${tenant.campaignId}?format=json&utm_source=facebook&utm_medium=cpc&sub1=120210&sub4=Video+${number % 7}`,
          ).then((text) => {
            lastClick = (JSON.parse(text) as { clickid: string }).clickid;
          });
    const settled = one.then(() => void running.delete(settled));
    running.add(settled);
  }
  await Promise.all(running);
}

/** Until the tables hold all that was sent. */
async function untilProcessed(): Promise<void> {
  for (;;) {
    const answer = await fetch('http://127.0.0.1:8123/?database=tracker', {
      method: 'POST',
      headers: { 'x-clickhouse-user': 'tracker', 'x-clickhouse-key': 'tracker' },
      body: 'SELECT (SELECT uniqExact(click_id) FROM clicks) + (SELECT uniqExact(transaction_id) FROM conversions)',
    });
    if (Number(await answer.text()) >= sent) return;
    await delay(250);
  }
}

const spent = (after: ReadonlyMap<string, Service>, before: ReadonlyMap<string, Service>, name: string) =>
  (after.get(name)?.cpuSeconds ?? 0) - (before.get(name)?.cpuSeconds ?? 0);

const SERVICES = ['gateway', 'ingest', 'kafka', 'processor', 'worker', 'clickhouse', 'postgres', 'redis', 'api'];
const load = () => loadavg()[0]?.toFixed(1);

console.log(compose('up', '--detach', '--wait'));
try {
  const tenant = await registerTenant(URL_OF_GATEWAY);
  await sendEvents(tenant, 1_000, 100);
  await untilProcessed();

  const idleBefore = await usage();
  await delay(20_000);
  const idleAfter = await usage();
  for (const rate of rates) {
    const before = await usage();
    const begun = performance.now();
    await sendEvents(tenant, rate * seconds, rate);
    await untilProcessed();
    const lasted = (performance.now() - begun) / 1_000;
    const after = await usage();
    console.log(
      `${rate * seconds} events at ${rate}/s in ${lasted.toFixed(0)} s (load ${load()}): service, ms of processor time an event (idle cost taken off), idle % of one processor, MiB`,
    );
    for (const name of SERVICES) {
      const idle = spent(idleAfter, idleBefore, name) / 20;
      const perEvent = ((spent(after, before, name) - idle * lasted) * 1_000) / (rate * seconds);
      console.log(
        `  ${name.padEnd(10)} ${perEvent.toFixed(3)} ms  ${(idle * 100).toFixed(1)} %  ${after.get(name)?.mebibytes.toFixed(0)} MiB`,
      );
    }
  }

  for (const processors of [1, 2, 4]) {
    compose('stop', 'processor');
    const scale = ['up', '--detach', '--wait', '--no-deps', '--no-recreate', '--scale', `processor=${processors}`];
    // A start alone, to be taken off.
    const beforeStart = await usage();
    compose(...scale, 'processor');
    await delay(10_000);
    const start = await usage();
    compose('stop', 'processor');
    await sendEvents(tenant, backlog, 1_000);
    const beforeBacklog = await usage();
    const begunAt = performance.now();
    compose(...scale, 'processor');
    await untilProcessed();
    const drained = (performance.now() - begunAt) / 1_000;
    await delay(10_000);
    const end = await usage();
    const cost = (name: string) =>
      (((spent(end, beforeBacklog, name) - spent(start, beforeStart, name)) * 1_000) / backlog).toFixed(3);
    console.log(
      `${processors} processors, backlog of ${backlog}: processor ${cost('processor')} ms, clickhouse ${cost('clickhouse')} ms, kafka ${cost('kafka')} ms, postgres ${cost('postgres')} ms an event; ${drained.toFixed(0)} s with the start (load ${load()})`,
    );
  }
} finally {
  compose('down', '--volumes');
}
