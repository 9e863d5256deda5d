// The typed client of the ad platform. Both the API (connecting, lists) and the processor (spend, events) stand on it.
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../lifecycle/clock.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { AdObjectControl } from '../ad-platform.ts';
import { type AdAccounts, createAdAccounts } from './ad-accounts.ts';
import { createAdControl } from './ad-control.ts';
import { type AdObjects, createAdObjects } from './ad-objects.ts';
import { type ConversionEvents, createConversionEvents } from './conversion-events.ts';
import { createGraphCall } from './graph-call.ts';
import { createInsights, type Insights } from './insights.ts';
import { createOAuth, type OAuth } from './oauth.ts';
import { createPace } from './pace.ts';
import { budgetOf, type Use } from './usage.ts';

/**
 * Every function throws `GraphError`, or the reason of the signal it was given. Make one for a process: the pace that it keeps is for all
 * tenants.
 */
export type Graph = OAuth &
  AdAccounts &
  AdObjects &
  Insights &
  ConversionEvents & { readonly control: AdObjectControl; budgetUsed(adAccountId: string, use: Use): number };

export interface GraphOptions {
  /** Bases without a version, such as 'https://graph.facebook.com'. */
  readonly graphUrl: string;
  readonly dialogUrl: string;
  /** 'v26.0' */
  readonly version: string;
  readonly appId: string;
  readonly appSecret: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly fetch?: typeof fetch;
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** Of one attempt. */
  readonly deadlineMs?: number;
  readonly bodyBytesMax?: number;
}

/** Facebook's own limit for a slow query is about a minute; it answers most within two seconds. */
const DEADLINE_MS = 60_000;
/** A page of 500 rows has about 200 kB; one of 2,000 ads and days with all their actions, up to ten times as much a row. */
const BODY_BYTES_MAX = 24 * 1024 * 1024;

export function createGraph(options: GraphOptions): Graph {
  const pace = createPace(options.clock);
  const deps = {
    ...options,
    pace,
    fetch: options.fetch ?? fetch,
    sleep: options.sleep ?? sleep,
    random: options.random ?? Math.random,
    deadlineMs: options.deadlineMs ?? DEADLINE_MS,
    bodyBytesMax: options.bodyBytesMax ?? BODY_BYTES_MAX,
  };
  const call = createGraphCall(deps);
  const oauth = createOAuth(call, deps);
  return {
    ...oauth,
    ...createAdAccounts(call),
    ...createAdObjects(call),
    ...createInsights(call, deps),
    ...createConversionEvents(call),
    control: createAdControl(call, oauth),
    budgetUsed: (adAccountId, use) => pace.used(budgetOf(adAccountId, use)),
  };
}

const sleep = (ms: number, signal?: AbortSignal) => delay(ms, undefined, { signal });
