import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canBeMatched, fillTemplate, MACROS, type Macro, type MacroValues, templateProblem } from './macros.ts';

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
    ...[
      '{{clickid}}',
      '[clickid]',
      '#clickid#',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as other trackers write it.
      '${clickid}',
      '%7Bclickid%7D',
      '%7B%7Bclickid%7D%7D',
      '%clickid%',
      '<clickid>',
    ],
    ...[
      '%%clickid%%',
      '{clickid',
      'clickid}',
      '%7Bclickid',
      '((clickid))',
      '(clickid)',
      '[[clickid]]',
      '@{clickid}',
      '#{clickid}',
    ],
    ...[
      '*|clickid|*',
      '__clickid__',
      ':clickid',
      '$clickid',
      '@clickid@',
      '~clickid~',
      '|clickid|',
      '$clickid$',
      '<%=clickid%>',
    ],
    ...[
      '{%clickid%}',
      '%3Cclickid%3E',
      '%5Bclickid%5D',
      '%23clickid%23',
      '&lt;clickid&gt;',
      '{ClickID}',
      '{click_id}',
      '{click-id}',
    ],
    ...['{cid}', '{subid}', '{{click_id}}', '[CLICK_ID]', '%CLICK_ID%', '#cid#', '{{clickid}', '{clickid}}'],
  ])('refuses the writing %s, and offers {clickid}', (writing) => {
    for (const url of [
      `https://parceiro.example/pb?a=1&c=${writing}&v={value}`,
      `https://parceiro.example/pb/${writing}`,
    ]) {
      expect([url, templateProblem(url)]).toEqual([url, expect.stringContaining('{clickid}')]);
    }
  });

  it.each([
    ['{amount}', 'value'],
    ['{{payout}}', 'value'],
    ['{order_id}', 'transaction'],
    ['[txid]', 'transaction'],
    ['{sub_id_3}', 'sub3'],
    ['#s1#', 'sub1'],
    ['{aff_sub2}', 'sub2'],
    ['{campaign_id}', 'campaign'],
    ['{utm_source}', 'source'],
  ])('offers for %s the macro {%s}', (writing, macro) => {
    expect(templateProblem(`https://parceiro.example/pb?c=${writing}`)).toMatch(new RegExp(`^Escreva \\{${macro}\\} `));
  });

  it.each([
    'https://parceiro.example/pb?a=1&amp;c={clickid}',
    'https://parceiro.example/pb#{clickid}',
    'https://parceiro.example/pb?c={clickid}#fim',
  ])('refuses %s', (url) => {
    expect(templateProblem(url)).toBeDefined();
  });

  it.each([
    'https://parceiro.example/pb?nome=Jo%C3%A3o%20Silva&c={clickid}',
    'https://parceiro.example/pb?d=10%25&e=50%25&c={clickid}',
    'https://parceiro.example/pb/{clickid}-{sub1}?v={value}{currency}',
    'https://parceiro.example/pb?t=__utm&c={clickid}&k=a.b-c_d~e',
    'https://parceiro.example/pb?list=a,b;c&x=(1)&c={transaction}',
  ])('takes %s', (url) => {
    expect([templateProblem(url), canBeMatched(url)]).toEqual([undefined, true]);
  });

  it('asks about a template by which no one finds the sale', () => {
    for (const url of ['https://parceiro.example/pb', 'https://parceiro.example/pb?v={value}&s={status}']) {
      expect([templateProblem(url), canBeMatched(url)]).toEqual([undefined, false]);
    }
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
