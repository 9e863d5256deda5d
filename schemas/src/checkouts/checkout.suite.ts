import { describe, expect, it } from 'vitest';
import type { TimeZone } from '../primitives/time.ts';
import type { ConversionStatus } from './conversion-status.ts';
import { EXAMPLE_CLICK_ID } from './example.ts';
import { EXAMPLES } from './generated/examples.ts';
import { mapCheckout, recogniseCheckout } from './map-checkout.ts';
import type { JsonObject, MappedConversion } from './mapping.ts';
import { CHECKOUT_IDS, type CheckoutId } from './registry.ts';

const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };

export const CART = 'abandoned_cart';
export const SUBSCRIPTION = 'subscription_change';
export const ACCESS = 'product_access';
export const PING = 'platform_ping';
export const NO_CONVERSION = 'no_sale';
export const PAYMENT = 'payment_of_invoice';

type Change<T> = { [K in keyof T]?: unknown };
type Row = [
  status: ConversionStatus,
  event: string | null,
  conversion: string | null,
  change?: Partial<MappedConversion>,
];

type Places = Readonly<Record<string, unknown>>;
type StatusRows = readonly [places: Places, expected: string][];
type Meanings = Readonly<Record<string, readonly string[]>>;

interface ExpectedExamples {
  /** What all of them have in common. */
  readonly common: Change<MappedConversion>;
  /** By the example's name; a text is the code of the reason why it is ignored, and the path of one that awaits a look-up ('awaits_look_up: /…'). Times are of 2026-11, in UTC: '20 15:00' or '20 15:00:05.000'. */
  readonly examples: Readonly<Record<string, Row | string>>;
}

/** The click id of the examples, and the other texts in which it could be. */
export const utms = (...others: string[]) => [EXAMPLE_CLICK_ID, ...others];
export const change = (fields: Change<MappedConversion>) => fields as Partial<MappedConversion>;

interface ExpectedCheckout extends ExpectedExamples {
  readonly statuses?: StatusRows;
  /** The words at each place. */
  readonly words?: Readonly<Record<string, Meanings>>;
  readonly readings?: readonly [Places, Change<MappedConversion>][];
}

/** All that the bodies of a checkout mean. */
export function describeCheckout(checkout: CheckoutId, expected: ExpectedCheckout): void {
  describeExamples(checkout, expected);
  if (expected.statuses) describeStatuses(checkout, expected.statuses);
  for (const [place, meanings] of Object.entries(expected.words ?? {})) describeWords(checkout, place, meanings);
  if (expected.readings) describeReadings(checkout, expected.readings);
}

/** Every example of a checkout means what is expected, and is recognised at the address of any checkout. */
function describeExamples(checkout: CheckoutId, expected: ExpectedExamples): void {
  describe(`webhook examples of ${checkout}`, () => {
    it.each(EXAMPLES[checkout].map((example) => [example.name, example] as const))(
      'maps the example "%s" to the expected conversion or reason',
      (name, example) => {
        // Which payment paid which sale is in tests of the checkouts that say so.
        const { link: _, ...result } = { link: undefined, ...mapCheckout(checkout, example.body, context) };
        expect(result).toEqual(expectedResult(checkout, expected, name));
      },
    );

    it('recognises its own examples at the address of any checkout', () => {
      const hints = checkout === 'generic' ? (['generic', 'own-checkout'] as const) : CHECKOUT_IDS;
      for (const { name, body } of EXAMPLES[checkout]) {
        for (const hint of [undefined, ...hints]) {
          expect([name, hint, recogniseCheckout(body, hint)]).toEqual([name, hint, checkout]);
        }
      }
    });
  });
}

function expectedResult(checkout: CheckoutId, { common, examples }: ExpectedExamples, name: string) {
  const row = examples[name];
  if (row === undefined) return undefined;
  if (typeof row === 'string') {
    const [code, resource] = row.split(': ');
    return { kind: 'ignored', reason: { code, ...(resource !== undefined && { resource }) } };
  }
  const [status, event, conversionTime, others] = row;
  const conversion = {
    checkout,
    conversionType: 'purchase',
    status,
    refundAmount: '0.00',
    currency: 'BRL',
    eventTime: instantOf(event),
    conversionTime: instantOf(conversionTime),
    clickReferences: [EXAMPLE_CLICK_ID],
    // Of all checkouts in `utm.test.ts` and `sold.test.ts`.
    utm: expect.any(Object),
    sold: expect.any(Object),
    isTest: false,
    ...common,
    ...others,
  };
  return { kind: 'conversion', conversion };
}

function instantOf(moment: string | null): string | null {
  if (moment === null) return null;
  const [day, time = ''] = moment.split(' ');
  return `2026-11-${day}T${time.length === 5 ? `${time}:00.000` : time}Z`;
}

/** The first example of a checkout, with these places set ('data/status'), gives the status, or the code and parameters of the reason why it is ignored. */
function describeStatuses(checkout: CheckoutId, rows: StatusRows): void {
  describe(`status or event of a webhook of ${checkout}`, () => {
    it.each(rows)('reads %j as "%s"', (places, expected) => {
      expect(meaningOf(checkout, places)).toBe(expected);
    });
  });
}

/** All words of a checkout at one place, by what they mean; `others` are further places, as in `describeStatuses`. */
export function describeWords(checkout: CheckoutId, place: string, meanings: Meanings, others: Places = {}): void {
  describe(`words at ${place} of a webhook of ${checkout}`, () => {
    it.each(Object.entries(meanings))('reads every word for "%s"', (expected, words) => {
      const read = words.map((word) => [word, meaningOf(checkout, { ...others, [place]: word })]);
      expect(read).toEqual(words.map((word) => [word, expected]));
    });
  });
}

/** The first example of a checkout, with these places set, gives a conversion with these fields. */
function describeReadings(checkout: CheckoutId, rows: readonly [Places, Change<MappedConversion>][]): void {
  describe(`fields of a webhook of ${checkout}`, () => {
    it.each(rows)('reads %j as %j', (places, expected) => {
      expect(mapCheckout(checkout, exampleWith(checkout, places), context)).toMatchObject({ conversion: expected });
    });
  });
}

function meaningOf(checkout: CheckoutId, places: Places): string {
  const result = mapCheckout(checkout, exampleWith(checkout, places), context);
  return result.kind === 'conversion' ? result.conversion.status : Object.values(result.reason).join(': ');
}

function exampleWith(checkout: CheckoutId, places: Places): JsonObject {
  let body: JsonObject = EXAMPLES[checkout][0]?.body ?? {};
  for (const [path, value] of Object.entries(places)) body = withValue(body, path.split('/'), value);
  return body;
}

function withValue(body: JsonObject, path: readonly string[], value: unknown): JsonObject {
  const [name = '', ...rest] = path;
  return { ...body, [name]: rest.length === 0 ? value : withValue((body[name] ?? {}) as JsonObject, rest, value) };
}
