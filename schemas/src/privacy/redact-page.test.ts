import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPage } from '../capture/page.ts';
import { readTags } from '../capture/track.ts';
import { NO_TAGS } from '../events/click.ts';
import { CLICK_TAGS, TAG_NAMES } from '../events/click-tags.ts';
import { redactPage, redactTag, redactText, redactUrl } from './redact-page.ts';

/** Of one buyer, in the spellings that pages use. */
const PERSONAL_TEXTS = [
  'Maria',
  'maria',
  'Silva',
  '99999',
  '8888',
  '123.456.789-09',
  '12345678909',
  '529982247',
  '4111',
  '01310',
  'Paulista',
];

/** Thank-you pages as the checkouts open them, with the parameters that each passes on. */
const THANK_YOU_PAGES = {
  hotmart:
    'https://loja.com.br/obrigado?transaction=HP16015479281022&off=abc123&sck=mc_lanc01_1751849000000123456&name=Maria+da+Silva&email=maria%40example.com&doc=52998224725&phone_local_code=11&phone_number=999998888&zip=01310100&phoneac=11&phonenumber=999998888',
  kiwify:
    'https://loja.com.br/obrigado?order_id=8f7c-11&name=Maria%20da%20Silva&first_name=Maria&email=maria@example.com&phone=%2B5511999998888&cpf=12345678909&s1=mc_lanc01_1751849000000123456&utm_source=FB',
  eduzz:
    'https://loja.com.br/obrigado?trans_cod=44556677&pro_cod=123&cus_name=Maria+da+Silva&cus_email=maria%40example.com&cus_taxnumber=12345678909&cus_cel=11999998888&cus_tel=1133338888',
  monetizze:
    'https://loja.com.br/obrigado?venda=778899&src=mc_lanc01_1751849000000123456&comprador[nome]=Maria+da+Silva&comprador[email]=maria%40example.com&comprador[cnpj_cpf]=123.456.789-09&comprador[telefone]=(11)+99999-8888',
  braip:
    'https://loja.com.br/obrigado?trans_key=ven7k2&client_name=Maria+da+Silva&client_email=maria%40example.com&client_cel=11999998888&client_documment=12345678909&client_address=Av.+Paulista&client_zip_code=01310100',
  kirvano:
    'https://loja.com.br/obrigado?sale_id=K1A2B3&customer.name=Maria%20Silva&customer.email=maria%40example.com&customer.phone_number=5511999998888&customer.document=12345678909',
  ticto:
    'https://loja.com.br/obrigado?hash=TCT99&nome=Maria+da+Silva&email=maria%40example.com&ddd=11&telefone=999998888&documento=12345678909',
  cakto:
    'https://loja.com.br/obrigado?refId=ck77&name=Maria+da+Silva&email=maria%40example.com&phone=11999998888&docNumber=12345678909#email=maria%40example.com',
  'perfect-pay':
    'https://loja.com.br/obrigado?code=PPCPMTB5&customer_full_name=Maria+da+Silva&customer_email=maria%40example.com&customer_phone=11999998888&customer_identification_number=12345678909&customer_street_name=Av+Paulista',
  greenn:
    'https://loja.com.br/#/obrigado?sale_id=9911&fn=x&name=Maria+da+Silva&email=maria%40example.com&cellphone=11999998888&cpf_cnpj=12345678909',
  hubla:
    'https://loja.com.br/obrigado?invoiceId=in_77&userFullName=Maria+da+Silva&payer%5BfirstName%5D=Maria&payer%5BlastName%5D=Silva&payer%5Bemail%5D=maria%40example.com&payer%5Bphone%5D=%2B55%2011%2099999-8888&payer%5Bdocument%5D=12345678909',
};

const ORDER_NUMBERS = /HP16015479281022|8f7c-11|44556677|778899|ven7k2|K1A2B3|TCT99|ck77|PPCPMTB5|9911|in_77/;

describe('redaction of a page', () => {
  test.each(Object.entries(THANK_YOU_PAGES))(
    'removes the buyer from the thank-you page of %s, and keeps the sale',
    (_, url) => {
      const page = redactPage({ url, title: 'Obrigada, Maria da Silva! | Loja', referrer: url });
      const text = JSON.stringify(page);
      for (const personal of PERSONAL_TEXTS) expect(text).not.toContain(personal);
      expect(page.url).toMatch(ORDER_NUMBERS);
      expect(page.referrer).toBe(page.url);
      expect(page.title).toBe('Obrigada, [redacted]! | Loja');
      expect(redactPage(page)).toEqual(page);
    },
  );

  test('replaces values by the parameter’s name, and keeps the rest byte for byte', () => {
    const url =
      'https://loja.example/obrigado?nome=Maria+da+Silva&telefone=5511999998888&cpf=123.456.789-09&email=a%40b.com&cartao=4111111111111111&pedido=4711&x=%C3%A1+b#topo';
    expect(redactUrl(url)).toBe(
      'https://loja.example/obrigado?nome=[redacted]&telefone=[redacted]&cpf=[redacted]&email=[email]&cartao=[redacted]&pedido=4711&x=%C3%A1+b#topo',
    );
  });

  test.each([
    ['a URL inside a URL', 'https://a.com/?to=https%3A%2F%2Fb.com%2F%3Fnome%3DMaria%2520Silva%26p%3D1'],
    ['a query inside a parameter', 'https://a.com/?state=nome%3DMaria%26p%3D1'],
    ['JSON in a parameter', 'https://a.com/?data=%7B%22buyer%22%3A%7B%22name%22%3A%22Maria%22%7D%7D'],
    ['a name with brackets', 'https://a.com/?data%5Bbuyer%5D%5Bname%5D=Maria'],
    ['a parameter whose name says nothing', 'https://a.com/?x=5511999998888&y=12345678909&z=4111111111111111'],
    ['a formatted number in the path', 'https://a.com/u/123.456.789-09/(11)%2099999-8888'],
    ['an address before the host', 'https://maria@example.com/x'],
    ['an address as a name', 'https://a.com/?maria%40example.com'],
    ['a fragment', 'https://a.com/#nome=Maria&cpf=12345678909'],
    ['no scheme', '/obrigado?nome=Maria'],
  ])('removes personal data from %s', (_case, url) => {
    const clean = redactUrl(url);
    for (const personal of PERSONAL_TEXTS) expect(clean).not.toContain(personal);
    expect(clean).toMatch(/\[(redacted|email)\]|%5Bredacted%5D/);
    expect(redactUrl(clean)).toBe(clean);
  });

  test.each([
    'https://loja.com/p?x=1&ref=home&cor=azul',
    'https://go.abc.com/2024-10/artigo?p=12345678909',
    'https://loja.com/?order_id=11999998888&transaction=4111111111111111&pedido=12345678909&produto[name]=Curso',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Floja.com%2F%3Futm_source%3DFB%26fbclid%3DIwAR0x&h=AT0',
    'https://loja.com/?utm_campaign=Lan%C3%A7amento|120210000000123&utm_id=21234567890&gclid=Cj0KCQ-11_99&fbclid=IwAR1&hsa_cam=11999998888',
    'https://loja.com/a;b=c?a&b=&=c&&d=%zz&e=%FF#/rota',
    'android-app://com.google.android.gm/',
    '',
  ])('changes nothing in %s', (url) => {
    expect(redactUrl(url)).toBe(url);
  });

  test.each([
    ['Obrigada Maria da Silva - Loja', 'Obrigada [redacted] - Loja'],
    ['Olá, João D’Ávila! Seu pedido', 'Olá, [redacted]! Seu pedido'],
    ['Bem-vindo José e Ana', 'Bem-vindo [redacted]'],
    ['Obrigado Pela Sua Compra', 'Obrigado Pela Sua Compra'],
    ['Obrigado!', 'Obrigado!'],
    ['Thank You For Your Purchase', 'Thank You For Your Purchase'],
    ['Curso X | Loja', 'Curso X | Loja'],
    ['Pedido 11999998888 de maria@example.com, 5511999998888', 'Pedido 11999998888 de [email], [redacted]'],
    ['Ligue (11) 99999-8888 ou 123.456.789-09', 'Ligue [redacted] ou [redacted]'],
  ])('redacts the title “%s”', (title, expected) => {
    expect(redactPage({ url: '', title, referrer: '' }).title).toBe(expected);
  });

  test('removes from the title the name that the URL has', () => {
    const url = 'https://a.com/?nome=Zulmira%20Prado';
    const title = 'ZULMIRA PRADO comprou; Zulmira, veja';
    expect(redactPage({ url, title, referrer: '' }).title).toBe('[redacted] comprou; [redacted], veja');
  });

  test('redacts before it cuts, and sees through control characters', () => {
    const long = `https://a.com/?x=${'a'.repeat(2048 - 21)}&nome=Maria`;
    expect(readPage({ url: long, title: `${'t'.repeat(505)} 123.456.789-09` }, '')).toMatchObject({
      title: `${'t'.repeat(505)} [redac`,
    });
    expect(readPage({ url: `https://a.com/?e=ana\u0000@example.com` }, '').url).toBe('https://a.com/?e=[email]');
    expect(readTags({ sub1: `${'x'.repeat(250)} 123.456.789-09` }).sub1).not.toContain('123');
  });

  test('stays fast for hostile texts of the greatest length', () => {
    const began = performance.now();
    for (const part of [
      '+1',
      '(11) ',
      '1234-',
      '%25',
      '&a=%40',
      '?a=b&',
      '%7B%22',
      '#?=',
      '"name":',
      'Obrigada A ',
      '[x]=1&',
      '..//',
    ]) {
      const text = part.repeat(8_000 / part.length);
      redactPage({ url: text, title: text, referrer: `https://a.com/?x=${encodeURIComponent(text)}` });
    }
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe('redaction of tags', () => {
  test.each([
    ['123.456.789-09', '[redacted]'],
    ['CPF 12345678909', 'CPF [redacted]'],
    ['ana@example.com', '[email]'],
    ['lead +55 (11) 99999-8888', 'lead [redacted]'],
    ['11 99999-8888', '[redacted]'],
    ['4111 1111 1111 1111', '[redacted]'],
    ['https://a.com/?nome=Maria&x=1', 'https://a.com/?nome=[redacted]&x=1'],
  ])('redacts %s', (tag, expected) => {
    expect(redactTag(tag)).toBe(expected);
    expect(
      Object.values(readTags(Object.fromEntries(TAG_NAMES.map((name) => [CLICK_TAGS[name].parameter, tag])))),
    ).toEqual(TAG_NAMES.map(() => expected));
  });

  /** What ad platforms put into their macros. */
  const adId = fc.stringMatching(/^[1-9]\d{5,18}$/);
  const clickId = fc.stringMatching(/^[A-Za-z0-9_-]{20,120}$/);
  const word = fc
    .stringMatching(/^[A-Za-zÀ-ÿ0-9|_%:, ]{1,40}$/)
    .filter((text) => !/cpf|cnpj|\d[ ]\d|%(?:25)*40/i.test(text));
  const order = fc.oneof(
    adId,
    fc.uuid(),
    fc.stringMatching(/^HP\d{14}$/),
    fc.stringMatching(/^mc_[a-z0-9]{2,20}_\d{19}$/),
  );
  const pixelId = fc.stringMatching(/^fb\.1\.1[67]\d{11}\.(\d{9,10}|IwAR[A-Za-z0-9_-]{30,60})$/);

  test('leaves clean tags, ids of ads and clicks, and order numbers unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(adId, clickId, word, order, pixelId), (value) => {
        expect(redactTag(value)).toBe(value);
        expect(redactText(value)).toBe(value);
        const encoded = encodeURIComponent(value);
        for (const name of [
          'utm_content',
          'utm_id',
          'sub1',
          'gclid',
          'fbclid',
          'click_id',
          'order_id',
          'transaction',
        ]) {
          const url = `https://loja.com/p?${name}=${encoded}`;
          expect(redactUrl(url)).toBe(url);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('finds a number in every way of writing it, in any text', () => {
    const two = fc.integer({ min: 11, max: 99 }).filter((area) => area % 10 !== 0);
    const [four, five] = [fc.stringMatching(/^\d{4}$/), fc.stringMatching(/^9\d{4}$/)];
    const phone = fc
      .tuple(two, five, four, fc.nat(6))
      .map(
        ([area, first, last, form]) =>
          [
            `(${area}) ${first}-${last}`,
            `(${area})${first}${last}`,
            `${area} ${first}-${last}`,
            `+55 ${area} ${first}-${last}`,
            `+55${area}${first}${last}`,
            `${area}-${first}-${last}`,
            `${first}-${last}`,
          ][form] ?? '',
      );
    const cpf = fc.stringMatching(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
    const cnpj = fc.stringMatching(/^\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}$/);
    fc.assert(
      fc.property(fc.oneof(phone, cpf, cnpj), fc.constantFrom('', 'de ', 'é: '), (text, before) => {
        expect(redactText(`${before}${text}`)).toBe(`${before}[redacted]`);
      }),
    );
  });
});

test('gives no tags for an empty query', () => {
  expect(readTags({})).toEqual(NO_TAGS);
});

test('changes no text of letters, digits and underscores, which tags skip the rules for', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\w+$/), (word) => {
      expect([redactText(word), redactTag(word), redactUrl(word)]).toEqual([word, word, word]);
    }),
  );
});
