import { isDeepStrictEqual } from 'node:util';
import { ClickEvent } from '@tracker/schemas/events/click';
import { PageViewEvent } from '@tracker/schemas/events/page-view';
import type { CampaignId, TenantId } from '@tracker/schemas/primitives/ids';
import { STORIES } from '@tracker/test/kit/stories';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { click, pageView } from '../testing/events.ts';
import { compileAccepts } from './accepts.ts';

const owner = { tenantId: 'tn_3kfm2Lq9Zx81aBcDeFgHiJ' as TenantId, campaignId: 'lanc01' as CampaignId };
const place = { countryCode: 'BR', region: 'SP', city: 'São Paulo', timeZone: 'America/Sao_Paulo' };
const address = { keyId: '20778', sealed: 'x'.repeat(22) };

const EVENTS = [
  { name: 'click', schema: ClickEvent, event: click(owner, { sub1: '120210', gclid: 'Cj0' }) },
  { name: 'page view', schema: PageViewEvent, event: pageView(owner) },
] as const;

/** Paths of all fields: 'payload.request.place'. */
const pathsOf = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, member]) => [[...path, key], ...pathsOf(member, [...path, key])])
    : [];

interface Change {
  readonly path: readonly string[];
  /** Undefined: the field is removed. */
  readonly value: unknown;
}

function changed(event: object, changes: readonly Change[]): unknown {
  const copy = JSON.parse(JSON.stringify(event)) as Record<string, unknown>;
  for (const { path, value } of changes) {
    let parent: unknown = copy;
    for (const key of path.slice(0, -1)) parent = (parent as Record<string, unknown> | undefined)?.[key];
    if (typeof parent === 'object' && parent !== null)
      (parent as Record<string, unknown>)[path.at(-1)!] = structuredClone(value);
  }
  return JSON.parse(JSON.stringify(copy));
}

describe.each(EVENTS)('the look at a $name', ({ schema, event }) => {
  const accepts = compileAccepts(schema)!;
  const whole = changed(event, [
    { path: ['payload', 'request', 'place'], value: place },
    { path: ['payload', 'request', 'address'], value: address },
  ]) as object;
  const unchangedByZod = (value: unknown) => {
    const parsed = schema.safeParse(value);
    return parsed.success && isDeepStrictEqual(parsed.data, value);
  };

  it('accepts events as ingest writes them', () => {
    expect([accepts(event), accepts(whole)]).toEqual([true, true]);
  });

  it('accepts exactly what zod returns unchanged', () => {
    const paths = pathsOf(whole);
    const path = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...paths) },
      fc.constantFrom(...paths).map((known) => [...known.slice(0, -1), 'unknown']),
    );
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        undefined,
        null,
        '',
        'x',
        'x'.repeat(40),
        'x'.repeat(257),
        'x'.repeat(5_000),
        0,
        true,
        {},
        [],
      ),
      fc.constantFrom<unknown>('2026-11-20T15:00:00.000Z', '2026-02-30T15:00:00.000Z', '2026-11-20T15:00:00Z'),
      fc.constantFrom<unknown>(event.id, owner.tenantId, 'tn_x', owner.campaignId, 'MC', place, address),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const changes = fc.array(fc.record({ path, value }), { maxLength: 3 });
    fc.assert(
      fc.property(changes, (made) => {
        const json = changed(whole, made);
        expect(accepts(json)).toBe(unchangedByZod(json));
      }),
      { numRuns: 500 * STORIES },
    );
  });

  it('accepts nothing that is no object', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(accepts(json)).toBe(unchangedByZod(json));
      }),
    );
  });
});

describe('a schema with a part that only zod knows', () => {
  it.each([
    ['a transformation', z.object({ text: z.string().transform((text) => text.length) })],
    ['a text that is trimmed', z.object({ text: z.string().trim() })],
    ['a text made of other types', z.object({ text: z.coerce.string() })],
    ['a format with rules beyond its pattern', z.object({ text: z.base64() })],
    ['fields of any name', z.looseObject({ text: z.string() })],
    ['a list', z.object({ list: z.array(z.string()) })],
    ['a check of its own', z.object({ text: z.string() }).superRefine(() => undefined)],
  ])('is left to zod: %s', (_, schema) => {
    expect(compileAccepts(schema)).toBeUndefined();
  });
});
