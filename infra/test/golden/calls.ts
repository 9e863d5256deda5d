/**
 * What people of the tenants do, as calls of the API: they set costs and rates, enter spend, import files, assign conversions, erase persons.
 * A recording keeps the calls, and each replay makes them: what they store is in tables of the version that answers.
 */
import type { Answer } from './ask.ts';
import { stopTime } from './clock.ts';
import type { RunningProduct } from './run-product.ts';
import { signIn } from './sign-in.ts';
import type { GoldenTenant } from './tenants.ts';

export interface Call {
  readonly tenant: string;
  readonly as: 'admin' | 'viewer' | 'key';
  /** Settings have their moment within the story, and are made before the log is read; the rest is done at its end. */
  readonly atMs: number;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With names of `keep` in braces, as the body has them: '/api/costs/{rent}'. */
  readonly path: string;
  readonly body?: unknown;
  /** Instead of a body. */
  readonly csv?: string;
  /** Parts of the answer that later calls of the tenant name: { rent: 'id', lead: '0.id' }. */
  readonly keep?: Readonly<Record<string, string>>;
}

export interface CallDeps {
  readonly product: RunningProduct;
  readonly tenants: readonly GoldenTenant[];
  /** Called after each call that is no GET. */
  readonly settled?: () => Promise<void>;
}

/** Makes calls one after the other, each at its moment, and gives their answers: a refusal is an answer, too. The clock stays stopped. */
export function createCaller({ product, tenants, settled }: CallDeps): (call: Call) => Promise<Answer> {
  const kept = new Map<string, string>();
  const cookies = new Map<string, string>();
  let before = Number.NaN;
  let count = 0;

  async function headersOf({ tenant, as }: Call): Promise<Record<string, string>> {
    if (as === 'key') return { authorization: `Bearer ${kept.get(`${tenant} key`)}` };
    const who = `${tenant} ${as}`;
    const cookie = cookies.get(who) ?? (await signIn(product, tenants.find(({ name }) => name === tenant)!, as));
    cookies.set(who, cookie);
    return { cookie };
  }

  return async (call) => {
    const { tenant, as, atMs, method, path, csv, body, keep = {} } = call;
    count += 1;
    // A session of another time has ended.
    if (atMs !== before) cookies.clear();
    before = atMs;
    // Receipts of events are of this time: the same in every run, each later than the one before, and as slow as a limit of calls wants.
    stopTime(atMs + count * 1_000);
    const named = (text: string) =>
      text.replace(/\{(\w+)\}/g, (_, name: string) => kept.get(`${tenant} ${name}`) ?? `no-${name}`);
    const sent = csv ?? (body === undefined ? undefined : named(JSON.stringify(body)));
    const type = csv === undefined ? 'application/json' : 'text/csv';
    const headers = { ...(await headersOf(call)), ...(sent !== undefined && { 'content-type': type }) };
    const answer = await fetch(product.url + named(path), {
      method,
      headers,
      ...(sent !== undefined && { body: sent }),
    });
    const text = await answer.text();
    const read: unknown = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    for (const [name, place] of Object.entries(keep)) {
      const value = place.split('.').reduce<unknown>((part, step) => (part as Record<string, unknown>)?.[step], read);
      if (typeof value === 'string') kept.set(`${tenant} ${name}`, value);
    }
    if (method !== 'GET') await settled?.();
    const question = `${tenant} ${as} ${path} ${method}, call ${count}`;
    return { question, status: answer.status, body: read };
  };
}
