import { describe, expect, test } from 'vitest';
import { decorateUrl } from './checkout-url.ts';

const ID = 'mc_lanc01_1751849000000123456';
const decorate = (href: string, search = '', clickId = ID) =>
  decorateUrl(href, clickId, 'https://loja.com/oferta?x=1', search);

describe('decoration of links in mc.js', () => {
  test.each([
    ['https://pay.hotmart.com/A1', `https://pay.hotmart.com/A1?sck=${ID}`],
    ['https://pay.hotmart.com/A1?checkoutMode=10', `https://pay.hotmart.com/A1?checkoutMode=10&sck=${ID}`],
    ['https://go.hotmart.com/B2#topo', `https://go.hotmart.com/B2?src=${ID}#topo`],
    ['//pay.hotmart.com/A1', `//pay.hotmart.com/A1?sck=${ID}`],
    ['https://eu.pay.hotmart.com/A1?', `https://eu.pay.hotmart.com/A1?sck=${ID}`],
    ['HTTPS://PAY.HOTMART.COM/A1?a=1&', `HTTPS://PAY.HOTMART.COM/A1?a=1&sck=${ID}`],
  ])('adds the click id to the Hotmart link %s', (href, decorated) => expect(decorate(href)).toBe(decorated));

  test.each([
    'pay.kiwify.com.br',
    'chk.eduzz.com',
    'sun.eduzz.com',
    'app.monetizze.com.br',
    'ev.braip.com',
    'pay.kirvano.com',
    'checkout.ticto.app',
    'pay.cakto.com.br',
    'go.perfectpay.com.br',
    'payfast.greenn.com.br',
    'pay.hub.la',
    'loja.pay.hub.la',
    'payment.ticto.app',
    'kiwify.app',
    'pay.kiwify.com',
    'mon.net.br',
    'hotm.art',
    'edzz.la',
    'checkout.perfectpay.com.br',
    'pay.greenn.com.br',
    'go.pepper.com.br',
  ])('adds sck and src to links to %s', (host) => {
    expect(decorate(`https://${host}/x?utm_source=a%20b|c`)).toBe(
      `https://${host}/x?utm_source=a%20b|c&sck=${ID}&src=${ID}`,
    );
  });

  test('keeps a value that the seller has set', () => {
    for (const href of ['https://pay.hotmart.com/A1?sck=facebook|campanha', 'https://go.hotmart.com/B2?src=bio#x']) {
      expect(decorate(href)).toBe(href);
    }
    expect(decorate('https://pay.kiwify.com.br/x?src=bio')).toBe(`https://pay.kiwify.com.br/x?src=bio&sck=${ID}`);
  });

  test('fills a parameter that is present but empty', () => {
    expect(decorate('https://pay.hotmart.com/A1?sck=&off=1')).toBe(`https://pay.hotmart.com/A1?sck=${ID}&off=1`);
    expect(decorate('https://pay.hotmart.com/A1?sck#x')).toBe(`https://pay.hotmart.com/A1?sck=${ID}#x`);
  });

  test('gives each checkout the parameter that it gives back', () => {
    expect(decorate('https://buy.stripe.com/test_x')).toBe(`https://buy.stripe.com/test_x?client_reference_id=${ID}`);
    expect(decorate('https://loja.pay.yampi.com.br/r/X')).toBe(
      `https://loja.pay.yampi.com.br/r/X?metadata[click_id]=${ID}`,
    );
    expect(decorate('https://hub.la/r/X8')).toBe(`https://hub.la/r/X8?sck=${ID}&src=${ID}`);
  });

  test('reads an address as a browser does, and leaves all else of it to the letter', () => {
    const sck = `sck=${ID}`;
    for (const [href, decorated] of [
      [' \n https://pay.hotmart.com/A1 \u0000', `https://pay.hotmart.com/A1?${sck}`],
      ['https://pay.hot\nmart.com/A\t1?off=k7\r\n', `https://pay.hotmart.com/A1?off=k7&${sck}`],
      ['https://pay.hotmart.com/A1\u00a0', `https://pay.hotmart.com/A1\u00a0?${sck}`],
      ['https://pay.hotmart.com/A1?q=1?', `https://pay.hotmart.com/A1?q=1?&${sck}`],
      ['https://pay.hotmart.com/A1?q=%zz;b=+&q=é#a#b?c', `https://pay.hotmart.com/A1?q=%zz;b=+&q=é&${sck}#a#b?c`],
      ['https://pay.hotmart.com/A1?sck=&sck=own', 'https://pay.hotmart.com/A1?sck=&sck=own'],
      ['https://ana:x@PAY.hotmart.com:443/A1', `https://ana:x@PAY.hotmart.com:443/A1?${sck}`],
      ['https:\\\\pay.hotmart.com\\A1', `https:\\\\pay.hotmart.com\\A1?${sck}`],
    ] as const) {
      expect(decorate(href)).toBe(decorated);
      expect(decorate(decorated)).toBe(decorated);
    }
  });

  test('leaves a fragment alone on a page of a checkout', () => {
    expect(decorateUrl(' #topo', ID, 'https://pay.hotmart.com/A1', '')).toBe(' #topo');
  });

  const UTM = '?utm_source=FB&utm_content=V%C3%ADdeo+1|240&utm_term={{placement}}&utm_id=&q=x&fbclid=1';
  test('passes the utm values of the page on to a checkout, and never over those of the seller', () => {
    const utm = 'utm_source=FB&utm_content=V%C3%ADdeo%201%7C240';
    expect(decorate('https://pay.hotmart.com/A1', UTM)).toBe(`https://pay.hotmart.com/A1?sck=${ID}&${utm}`);
    expect(decorate('https://pay.hotmart.com/A1?utm_source=email#x', UTM)).toBe(
      `https://pay.hotmart.com/A1?utm_source=email&sck=${ID}&utm_content=V%C3%ADdeo%201%7C240#x`,
    );
    expect(decorate('https://pay.hotmart.com/A1?utm_source=', '?utm_source=a%26b')).toBe(
      `https://pay.hotmart.com/A1?utm_source=a%26b&sck=${ID}`,
    );
    expect(decorate('https://example.com/', UTM)).toBe('https://example.com/');
  });

  test('passes them on without a click id, and leaves its placeholder alone', () => {
    expect(decorate('https://pay.hotmart.com/A1?off={clickid}', '?utm_source=FB', '')).toBe(
      'https://pay.hotmart.com/A1?off={clickid}&utm_source=FB',
    );
  });

  test('replaces {clickid} in links to a checkout and to anything else', () => {
    expect(decorate('https://pay.hotmart.com/A1?sck=fb|{clickid}')).toBe(`https://pay.hotmart.com/A1?sck=fb|${ID}`);
    expect(decorate('/obrigado?id=%7Bclickid%7D#{clickid}')).toBe(`/obrigado?id=${ID}#${ID}`);
  });

  test.each([
    '/oferta',
    '#topo',
    'https://hotmart.com/pt-br',
    'https://evilpay.hotmart.com.br/x',
    'https://notpay.hub.la.example.com/',
    'https://xpay.hub.la/x',
    'https://hub.la/termos',
    'https://hub.la/rr/X',
    'https://example.com/?to=https://pay.hotmart.com/A1',
    'https://example.com/.pay.hotmart.com/A1',
    'mailto:a@pay.hotmart.com',
    'javascript:void(0)',
    'tel:+5511',
  ])('leaves %s unchanged', (href) => expect(decorate(href)).toBe(href));
});
