import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { keepTabTenant, tenantInAddress, tenantOf } from './tab-tenant.ts';

const store = new Map<string, string>();
beforeEach(() => {
  store.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

const { input, output } = tenantInAddress;
const at = (address: string) => new URL(address, 'https://rastreio.example');
const textOf = ({ pathname, search, hash }: URL) => `${pathname}${search}${hash}`;

describe('the address of a screen', () => {
  test('names the company of the tab, and is read without it', () => {
    keepTabTenant('tn_azul');
    const named = output({ url: at('/leads?q=a%20b&f=source:is:facebook#nota') });
    expect(textOf(named)).toBe('/leads?q=a%20b&f=source:is:facebook&company=tn_azul#nota');
    expect(tenantOf(textOf(named))).toBe('tn_azul');
    expect(textOf(input({ url: named }))).toBe('/leads?q=a%20b&f=source:is:facebook#nota');
  });

  test.each(['%E0', '%zz', '漢', '%0A', '', 'tn_a%20b'])('names no company by %j, which is no id', (text) => {
    expect(tenantOf(`/leads?company=${text}&f=a`)).toBeUndefined();
    expect(textOf(input({ url: at(`/leads?company=${text}&f=a`) }))).toBe('/leads?f=a');
  });

  test('is as it is where the tab has no company', () => {
    expect(textOf(output({ url: at('/login?a=1') }))).toBe('/login?a=1');
  });

  test('is read as it was written, for any search, and at any place of the company in it', () => {
    keepTabTenant('tn_azul');
    const part = fc.stringMatching(/^[a-z]{1,8}=[\w:%,.-]{0,8}$/).filter((text) => !text.startsWith('company='));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), fc.nat(4), (parts, place) => {
        const search = parts.length > 0 ? `?${parts.join('&')}` : '';
        expect(textOf(input({ url: output({ url: at(`/x${search}`) }) }))).toBe(`/x${search}`);
        const named = parts.toSpliced(place, 0, 'company=tn_verde');
        expect(textOf(input({ url: at(`/x?${named.join('&')}`) }))).toBe(`/x${search}`);
      }),
    );
  });
});
