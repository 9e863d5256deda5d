import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimeZone } from '../primitives/time.ts';
import { EXAMPLES } from './generated/examples.ts';
import { mapCheckout, recogniseCheckout } from './map-checkout.ts';
import { parseForm } from './parse-form.ts';

const parse = (text: string) => parseForm(new URLSearchParams(text));

/** As PHP writes a form. */
function* entriesOf(value: unknown, name = ''): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) yield [name, value === null ? '' : String(value)];
  else for (const [key, child] of Object.entries(value)) yield* entriesOf(child, name === '' ? key : `${name}[${key}]`);
}

describe('webhook body as a form', () => {
  it('reads nested fields in brackets or with dots', () => {
    expect(parse('venda[codigo]=1&venda.valor=10&a.b.c=x&plain=y')).toEqual({
      venda: { codigo: '1', valor: '10' },
      a: { b: { c: 'x' } },
      plain: 'y',
    });
  });

  it('reads lists from repeated names, empty brackets and indexes', () => {
    expect(parse('tag=a&tag=b&tags[]=c&tags[]=d&itens[0][nome]=e&itens[1][nome]=f')).toEqual({
      tag: ['a', 'b'],
      tags: ['c', 'd'],
      itens: [{ nome: 'e' }, { nome: 'f' }],
    });
  });

  it('refuses an empty, too deep or too long form', () => {
    expect(parse('')).toBeUndefined();
    expect(parse(`a${'[b]'.repeat(8)}=1`)).toBeUndefined();
    expect(parseForm(Array.from({ length: 2_001 }, (_, index) => [`f${index}`, '']))).toBeUndefined();
  });

  it('keeps names with unbalanced brackets as they are', () => {
    expect(parse('a[=1&]b=2&[c]=3')).toEqual({ 'a[': '1', ']b': '2', '[c]': '3' });
  });

  it('leaves Object.prototype unchanged for any field names', () => {
    const body = parse('__proto__[polluted]=1&constructor[prototype][polluted]=1&__proto__=x');
    expect(Object.hasOwn(body ?? {}, '__proto__')).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (entries) => {
        const parsed = parseForm(entries);
        if (parsed) mapCheckout(recogniseCheckout(parsed), parsed, { timeZone: 'UTC' as TimeZone, receivedAtMs: 0 });
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });

  it('maps the form of each webhook example to the same result as its JSON', () => {
    const context = { timeZone: 'America/Sao_Paulo' as TimeZone, receivedAtMs: Date.parse('2026-11-29T00:00:00Z') };
    for (const { body } of Object.values(EXAMPLES).flat()) {
      const form = parseForm(entriesOf(body)) ?? {};
      const checkout = recogniseCheckout(body);
      expect(recogniseCheckout(form)).toBe(checkout);
      expect(mapCheckout(checkout, form, context)).toEqual(mapCheckout(checkout, body, context));
    }
  });
});
