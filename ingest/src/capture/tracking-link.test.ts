import { parseQueryString } from '@tracker/infra/http/query-string';
import { readQuery } from '@tracker/schemas/capture/link-text';
import { keptQuery, readAgain, readClick, tagsSayAll } from '@tracker/schemas/capture/track';
import { CLICK_TAGS } from '@tracker/schemas/events/click-tags';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPlain, trackingLink } from './tracking-link.ts';

const AT = 1_751_849_000_000;
const linkOf = (query: string) => trackingLink(`/track/lanc01?${query}`);

const NAMES = [
  ...Object.values(CLICK_TAGS).map(({ parameter }) => parameter),
  ...['referrer', 'prev', 'consent', 'format', 'defaultcampaignid', 'fbclid', 'gad_source', 'UTM_source', 'amp;sub1'],
];
const TEXTS = [
  'facebook',
  '120210',
  'Vídeo 03',
  'a|1',
  'undefined',
  '{{ad.id}}',
  'Lan%C3%A7',
  '50% off',
  'ana@x.co',
  '3Dfacebook',
  'a\\u0026sub1=2',
  '3D 1',
  '',
  '?sub1=2',
];
const value = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'grapheme', maxLength: 12 }));
const encoded = fc.oneof(
  { weight: 4, arbitrary: value.map(encodeURIComponent) },
  value,
  value.map((text) => encodeURIComponent(encodeURIComponent(text))),
  value.map((text) => encodeURIComponent(text).replaceAll('%20', '+')),
);
const query = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), encoded), { maxLength: 8 })
  .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('&'));

describe('a plain link', () => {
  test('has the parameters that the server read, as the reader of broken links finds them', () => {
    let plain = 0;
    fc.assert(
      fc.property(query, (given) => {
        const link = linkOf(given);
        if (!isPlain(link)) return;
        plain += 1;
        expect({ ...parseQueryString(link.query) }).toEqual({ ...readQuery(link.query) });
      }),
      { numRuns: 5_000 },
    );
    expect(plain).toBeGreaterThan(500);
  });

  test('is read again from its tags where its event has no query, to the same as from the query', () => {
    let left = 0;
    fc.assert(
      fc.property(query, (given) => {
        const link = linkOf(given);
        if (!isPlain(link)) return;
        const values = parseQueryString(link.query);
        const tags = readClick(values, AT);
        if (!tagsSayAll(link.query, values, tags)) return;
        left += 1;
        expect(readAgain({ tags, reader: '0' }, AT)).toEqual(tags);
        expect(readAgain({ tags, reader: '0', query: keptQuery(link.query) }, AT)).toEqual(tags);
        // Nothing but tags and what the event has elsewhere is lost.
        const kept = new URLSearchParams(keptQuery(link.query));
        expect([...kept].sort()).toEqual(
          Object.entries(CLICK_TAGS)
            .flatMap(([name, { parameter }]) =>
              tags[name as keyof typeof tags] ? [[parameter, tags[name as keyof typeof tags]]] : [],
            )
            .sort(),
        );
      }),
      { numRuns: 5_000 },
    );
    expect(left).toBeGreaterThan(200);
  });

  test.each([
    ['says nothing else', 'format=json&utm_source=facebook&sub4=V%C3%ADdeo+03&referrer=https%3A%2F%2Ft.co', true],
    ['has no parameters', '', true],
    ['has an unknown parameter', 'utm_source=facebook&gad_source=1', false],
    ['has one twice', 'utm_source=facebook&utm_source=google', false],
    ['has an id that became another tag', 'fbclid=IwAR', false],
    ['has pairs that became other tags', 'utm_content=Ad|1&utm_source=x', false],
    ['has a value that says nothing', 'utm_source=undefined', false],
    ['has something personal', 'sub1=ana%40example.com', false],
  ])('that %s: its tags say all of it? %s %s', (_what, given, expected) => {
    const link = linkOf(given);
    expect(isPlain(link)).toBe(true);
    const values = parseQueryString(link.query);
    expect(tagsSayAll(link.query, values, readClick(values, AT))).toBe(expected);
  });
});
