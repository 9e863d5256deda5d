import { expect, it } from 'vitest';
import { clickReferencesIn, tagsOf } from './click-references.ts';

it('reads at most 64 texts of a container', () => {
  const texts = Array.from({ length: 80 }, (_, index) => `text ${index}`);
  expect(clickReferencesIn({}, [texts])).toEqual(texts.slice(0, 64));
  expect(clickReferencesIn({ tracking: { note: texts } })).toHaveLength(64);
});

it('reads a container three levels deep, and no deeper', () => {
  expect(clickReferencesIn({}, [{ a: { b: { c: 'read' } } }])).toEqual(['read']);
  expect(clickReferencesIn({}, [{ a: { b: { c: { d: 'not read' } } } }])).toEqual([]);
});

it('gives each text once, in an order that does not depend on the order of keys', () => {
  const body = { tracking: { utm_z: 'z', utm_a: 'a', xcod: 'late', sck: 'id' }, sck: 'id', source: 'a' };
  expect(clickReferencesIn(body)).toEqual(['id', 'a', 'late', 'z']);
});

it('drops macros that were not expanded, and keeps texts that only contain braces', () => {
  const texts = ['{clickid}', '{{ad.id}}', '%7Bclickid%7D', '%7bclickid%7d', 'a {clickid}', '{clickid} b'];
  expect(clickReferencesIn({}, [texts])).toEqual(['a {clickid}', '{clickid} b']);
});

it('picks the tags of a campaign among other fields', () => {
  const tags = { utm_source: 1, UTM_medium: 2, tracking_id: 3, sub1: 4, s2: 5, sck: 6, src: 7, xcod: 8, click_id: 9 };
  const others = { my_utm_source: 1, subtotal: 2, sub: 3, status: 4, seller: 5, sales2: 6, name: 7 };
  expect(tagsOf({ ...others, ...tags })).toEqual(tags);
});
