import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillTemplate, MACROS, type Macro, type MacroValues, templateProblem } from './macros.ts';

const names = Object.keys(MACROS) as Macro[];
const valuesOf = (of: (name: Macro) => string) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as unknown as MacroValues;

const anyValue = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '.',
    '..',
    '%2e%2e',
    '/../',
    '@evil.example',
    '?a=b',
    '#',
    '&x=1',
    '\\',
    '\u0000',
    '\ud800',
    '{clickid}',
  ),
);
const anyValues = fc
  .tuple(...names.map(() => anyValue))
  .map((list) => valuesOf((name) => list[names.indexOf(name)] ?? ''));
const anyTemplate = fc
  .record({
    scheme: fc.constantFrom('http', 'https'),
    host: fc.constantFrom('parceiro.example', 'a.b.example:8443', '203.0.113.9'),
    path: fc.array(fc.constantFrom('pb', '{clickid}', 'x-{sub1}'), { maxLength: 3 }),
    query: fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(...names)), { maxLength: 4 }),
  })
  .map(({ scheme, host, path, query }) => {
    const pairs = query.map(([key, name], index) => `${key}${index}={${name}}`).join('&');
    return { text: `${scheme}://${host}/${path.join('/')}${pairs && `?${pairs}`}`, query, path };
  });

describe('postback macros', () => {
  it('keeps the server, the path depth and the parameter names of the template for any values', () => {
    fc.assert(
      fc.property(anyTemplate, anyValues, ({ text, query, path }, values) => {
        expect(templateProblem(text)).toBeUndefined();
        const url = fillTemplate(text, values);
        const bare = new URL(text.replace(/\{[^}]*\}/g, ''));
        expect([url.origin, url.username, url.password, url.hash]).toEqual([bare.origin, '', '', '']);
        expect(url.pathname.split('/')).toHaveLength(Math.max(path.length, 1) + 1);
        expect([...url.searchParams.keys()]).toEqual(query.map(([key], index) => `${key}${index}`));
      }),
      { numRuns: 2_000 },
    );
  });

  it('delivers a value unchanged', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const url = fillTemplate(
          'https://parceiro.example/pb?x={sub1}',
          valuesOf(() => value),
        );
        expect(url.searchParams.get('x')).toBe(/^\.+$/.test(value) ? '' : value.toWellFormed());
      }),
    );
  });

  it.each([
    ['ftp://parceiro.example/', /http/],
    ['//parceiro.example/', /http/],
    ['javascript:alert(1)', /http/],
    ['https:parceiro.example/{clickid}', /http/],
    ['{clickid}://parceiro.example/', /http/],
    ['https://{source}.example/', /servidor/],
    ['https://parceiro.example:{sub1}/', /servidor/],
    ['https://{sub1}@parceiro.example/', /servidor/],
    ['https://ana:segredo@parceiro.example/', /senha/],
    ['https://parceiro.example\\@outro.example/', /barras/],
    ['https://parceiro.example/\n{clickid}', /quebras/],
    ['https://parceiro.example/?x={click_id}', /\{click_id\}/],
    ['https://parceiro.example/?x={constructor}', /\{constructor\}/],
    ['https://parceiro.example:99999/', /válida/],
    ['https:///caminho', /http/],
    [`https://parceiro.example/${'a'.repeat(2_000)}`, /2000/],
  ])('refuses the template %s', (template, sentence) => {
    expect(templateProblem(template)).toMatch(sentence);
  });
});
