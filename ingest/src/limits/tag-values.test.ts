import { type ClickTags, NO_TAGS } from '@tracker/schemas/events/click';
import { DAY_MS } from '@tracker/schemas/primitives/durations';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { describe, expect, test } from 'vitest';
import { createTagValues } from './tag-values.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const limits = { sources: 3, combinations: 6, combinationsPerNetwork: 2 };
const ad = (sub1: string, more: Partial<ClickTags> = {}): ClickTags => ({
  ...{
    ...NO_TAGS,
    source: 'facebook',
    sub1,
    sub2: 'set',
    sub3: '238',
    sub4: 'Nome',
    sub5: 'Conjunto',
    sub6: 'Campanha',
    sub7: 'feed',
  },
  ...more,
});
const OTHER_AD = {
  ...{ source: 'facebook', sub1: 'outros', sub2: 'outros', sub3: 'outros', sub7: 'outros' },
  ...{ sub4: '', sub5: '', sub6: '' },
};

function start(keptMax?: number) {
  const values = createTagValues(limits, keptMax);
  const tenant = 'tn_1' as TenantId;
  return {
    values,
    admit: (tags: ClickTags, network = 'a', { of = tenant, atMs = NOON } = {}) => values.admit(of, tags, network, atMs),
  };
}

describe('values of tags', () => {
  test('stay as they are below the limits, and each time that they come again', () => {
    const { admit } = start();
    for (const tags of [ad('1'), ad('2'), ad('1'), ad('2'), NO_TAGS]) expect(admit(tags)).toEqual(tags);
  });

  test('are folded beyond what one network may add, and what others added stays', () => {
    const { admit } = start();
    admit(ad('1'), 'b');
    for (const one of ['x', 'y']) expect(admit(ad(one), 'a')).toEqual(ad(one));
    expect(admit(ad('z'), 'a')).toEqual({ ...NO_TAGS, ...OTHER_AD });
    expect(admit(ad('1'), 'a')).toEqual(ad('1'));
    expect(admit(ad('2'), 'b')).toEqual(ad('2'));
  });

  test('are folded beyond what all networks may add, with the source where it is known', () => {
    const { admit } = start();
    for (let index = 0; index < 6; index += 1) admit(ad(String(index)), `n${index}`);
    expect(admit(ad('7'), 'new')).toEqual({ ...NO_TAGS, ...OTHER_AD });
    expect(admit(ad('7', { source: 'made-up' }), 'new')).toEqual({ ...NO_TAGS, ...OTHER_AD, source: 'outros' });
    expect(admit(ad('5'), 'new')).toEqual(ad('5'));
  });

  test('have fewer sources than combinations, of tsource or else utm_source', () => {
    const { admit } = start();
    for (const [index, source] of ['facebook', 'google', 'tiktok'].entries()) admit(ad('1', { source }), `n${index}`);
    expect(admit(ad('1', { source: 'kwai' }), 'n4')).toEqual(ad('1', { source: 'outros' }));
    const byUtm = ad('1', { source: '', utmSource: 'kwai' });
    expect(admit(byUtm, 'n5')).toEqual({ ...byUtm, utmSource: 'outros' });
    expect(admit(ad('1', { source: '', utmSource: 'google' }), 'n5').utmSource).toBe('google');
  });

  test('add nothing to a tag that was not given', () => {
    const { admit } = start();
    for (const one of ['x', 'y']) admit(ad(one));
    expect(admit({ ...NO_TAGS, source: 'facebook', sub1: 'z' })).toEqual({
      ...{ ...NO_TAGS, source: 'facebook', sub1: 'outros' },
    });
  });

  test('are different by each of source, ad, ad set, campaign of the platform, and placement', () => {
    const { admit } = start();
    const changes: Partial<ClickTags>[] = [
      {},
      { sub1: 'x' },
      { sub2: 'x' },
      { sub3: 'x' },
      { sub7: 'x' },
      { source: 'x' },
    ];
    for (const [index, change] of changes.entries()) admit(ad('1', change), `n${index}`);
    expect(admit(ad('3'), 'new').sub1).toBe('outros');
  });

  test('are counted by tenant and day', () => {
    const { admit } = start();
    for (const one of ['x', 'y', 'z']) admit(ad(one));
    expect(admit(ad('z'), 'a', { of: 'tn_2' as TenantId })).toEqual(ad('z'));
    expect(admit(ad('z'), 'a', { atMs: NOON + DAY_MS })).toEqual(ad('z'));
  });

  test('are remembered for some tenants alone: the one that added nothing for longest begins again', () => {
    const { admit } = start(3);
    for (const one of ['x', 'y']) admit(ad(one));
    for (const one of ['x', 'y']) admit(ad(one), 'a', { of: 'tn_2' as TenantId });
    expect(admit(ad('z'))).toEqual(ad('z'));
  });
});
