/** Valid requests with a few changed bytes, to find what the corpus misses. The same seed gives the same requests. */
import { request } from './corpus.ts';
import type { Shot } from './shot.ts';
import type { Target } from './target.ts';

export function* mutations(target: Target, seed: number): Generator<Shot> {
  const random = mulberry32(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const seeds = goodRequests(target);
  for (let number = 0; ; number += 1) {
    let bytes: Buffer = Buffer.from(seeds[below(seeds.length)] ?? '');
    for (let left = 1 + below(4); left > 0; left -= 1) bytes = mutate(bytes, below);
    // Most broken requests are incomplete: this one is ended.
    yield { name: `mutation ${number} of seed ${seed}`, parts: [bytes], halfClose: true };
  }
}

function mutate(bytes: Buffer, below: (limit: number) => number): Buffer {
  const at = below(bytes.length + 1);
  const until = Math.min(bytes.length, at + 1 + below(16));
  const tokens = [
    '\r\n',
    '\0',
    '%',
    '%00',
    '\xff',
    '"',
    '{',
    '[',
    '-1',
    '9'.repeat(40),
    '\\u0000',
    'content-length: 9\r\n',
    '&',
    '=',
  ];
  switch (below(6)) {
    case 0:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(until)]);
    case 1:
      return Buffer.concat([bytes.subarray(0, until), bytes.subarray(at)]);
    case 2:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from(tokens[below(tokens.length)] ?? '', 'latin1'),
        bytes.subarray(at),
      ]);
    case 3:
      return bytes.subarray(0, at);
    default: {
      const changed = Buffer.from(bytes);
      if (at < changed.length) changed[at] = below(256);
      return changed;
    }
  }
}

function goodRequests({ tenant, clickId }: Target): Buffer[] {
  const json = ['content-type: application/json'];
  const form = ['content-type: application/x-www-form-urlencoded'];
  const multipart = ['content-type: multipart/form-data; boundary=b'];
  const conversion = JSON.stringify({
    transaction_id: 'f-1',
    amount: '97,90',
    status: 'approved',
    click_id: clickId,
    email: 'a@x.co',
  });
  const lead = JSON.stringify({ name: 'Ana', email: 'ana@x.co', phone: '11 9', click_id: clickId, source: 'feira' });
  return [
    request('GET', `/track/${tenant.campaignId}?format=json&sub1=1&utm_content=a%7C2&tsource=fb`, {
      lines: ['user-agent: Mozilla/5.0'],
    }),
    request('GET', `/view?clickid=${clickId}&url=https%3A%2F%2Fx.co%2F&title=T%C3%ADtulo`),
    request('POST', '/identify', {
      lines: json,
      body: JSON.stringify({ clickid: clickId, fbp: 'fb.1.1', fbc: 'fb.1.2' }),
    }),
    request('POST', '/checkout', {
      lines: json,
      body: JSON.stringify({ clickid: clickId, url: 'https://pay.kiwify.com.br/abc?email=a%40b.co' }),
    }),
    request('POST', `/conversion?key=${tenant.trackingKey}`, { lines: json, body: conversion }),
    request('POST', `/conversion?key=${tenant.trackingKey}`, {
      lines: form,
      body: `transaction_id=f-2&amount=1&status=paid&sck=${clickId}`,
    }),
    request('POST', `/conversion?key=${tenant.trackingKey}`, {
      lines: multipart,
      body: `--b\r\ncontent-disposition: form-data; name="amount"\r\n\r\n1\r\n--b--\r\n`,
    }),
    request('POST', `/webhooks/kiwify/${tenant.webhookKeys.kiwify ?? ''}`, {
      lines: json,
      body: '{"order_id":"1","order_status":"paid"}',
    }),
    request('POST', '/leads', { lines: json, body: lead }),
    request('POST', '/leads', { lines: form, body: `nome=Ana&email=ana%40x.co&campaign_id=${tenant.campaignId}` }),
    request('GET', '/mc.js?attribution=lastpaid', { lines: ['accept-encoding: gzip'] }),
    request('GET', '/api/openapi.json'),
  ];
}

/** A small seeded generator, good enough to choose bytes. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
