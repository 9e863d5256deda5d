/** Hostile requests. Each kind has crashed a parser, a decoder or a database somewhere. */
import type { Shot } from './shot.ts';
import type { Target } from './target.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const many = (count: number, text: string): string => text.repeat(count);

/** A request with its length; `lines` are additional header lines. */
export function request(method: string, path: string, { lines = [] as string[], body = '' as string | Buffer } = {}) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const length = bytes.length > 0 || method === 'POST' ? [`content-length: ${bytes.length}`] : [];
  const head = [`${method} ${path} HTTP/1.1`, 'host: x', ...lines, ...length, '', ''].join('\r\n');
  return Buffer.concat([latin(head), bytes]);
}

const JSON_LINE = 'content-type: application/json';
const FORM_LINE = 'content-type: application/x-www-form-urlencoded';

const shot = (name: string, bytes: Buffer | readonly (Buffer | number)[], more: Partial<Shot> = {}): Shot => ({
  name,
  parts: Buffer.isBuffer(bytes) ? [bytes] : bytes,
  ...more,
});

export function corpus(target: Target): Shot[] {
  return [...urls(target), ...heads(target), ...framing(target), ...connections(target), ...bodies(target)];
}

function urls({ tenant, clickId }: Target): Shot[] {
  const track = `/track/${tenant.campaignId}`;
  const paths: [string, string, (readonly number[])?][] = [
    ['bad UTF-8 in a path', '/track/\xff\xfe\xc3\x28'],
    ['bad UTF-8 in a query', `${track}?format=json&sub1=\xc3\x28\xed\xa0\x80`],
    ['bad UTF-8 in percent escapes', `${track}?format=json&sub1=%c3%28%ed%a0%80%ff`, [200]],
    ['overlong UTF-8', '/%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd'],
    ['broken percent escapes in a path', '/track/%zz%', [400, 404]],
    ['a lone percent sign', '/%'],
    ['broken percent escapes in a query', `/view?clickid=${clickId}&title=%&url=%u0041%`, [200]],
    ['NUL in a path', '/track/a%00b', [400, 404]],
    ['NUL in a query', `${track}?format=json&sub1=a%00b&referrer=%00`, [200]],
    ['CRLF in a path', '/track/x%0d%0aSet-Cookie:%20a=b'],
    ['CRLF in a redirect', `${track}?sub1=%0d%0aLocation:%20http://evil.example`],
    ['a path that climbs', '/../../../../etc/passwd'],
    ['an escaped path that climbs', '/assets/..%2f..%2f..%2fpackage.json'],
    ['a backslash path', '/\\..\\..\\windows'],
    ['a hundred thousand characters', `${track}?sub1=${many(100_000, 'a')}`, [414, 431]],
    ['just under the limit of a URL', `${track}?format=json&sub1=${many(8_000, 'a')}`, [200]],
    ['ten thousand parameters', `${track}?${many(1_000, 'a=1&')}`],
    ['prototype names', `${track}?format=json&__proto__=1&constructor=2&toString[x]=3`, [200]],
    ['half of an emoji', `${track}?format=json&sub1=%ed%a0%bd`, [200]],
    ['another host in the request line', 'http://evil.example/track/x'],
    ['a path of slashes', many(4_000, '/')],
    ['a webhook of strange names', '/webhooks/%00/%ff'],
  ];
  const asked = paths.map(([name, path, statuses]) =>
    shot(name, request('GET', path), statuses === undefined ? {} : { statuses }),
  );
  const odd = ['HEAD', 'OPTIONS', 'DELETE', 'PATCH', 'PUT', 'TRACE', 'PROPFIND'].map((method) =>
    shot(`${method} on a click`, request(method, track)),
  );
  return [...asked, ...odd, shot('OPTIONS of everything', request('OPTIONS', '*'))];
}

function heads({ tenant }: Target): Shot[] {
  const track = `/track/${tenant.campaignId}?format=json`;
  const get = (...lines: string[]) => request('GET', track, { lines });
  return [
    shot('one megabyte of header', get(`x-large: ${many(1_048_576, 'a')}`), { statuses: [431] }),
    shot('ten thousand headers', get(...Array.from({ length: 10_000 }, (_, index) => `x-${index}: 1`))),
    shot('sixty kilobytes of cookie', get(`cookie: ${many(60_000, 'c')}`), { statuses: [200] }),
    shot('a browser that speaks latin1', get('user-agent: \x80\xff\xe9', 'referer: http://\xe9\xe9/'), {
      statuses: [200],
    }),
    shot('a header of control characters', get('user-agent: \x01\x02\x7f')),
    shot('a NUL in a header', get('user-agent: a\x00b'), { statuses: [400] }),
    shot('a bare line feed', latin(`GET ${track} HTTP/1.1\nhost: x\n\n`)),
    shot('a bare carriage return', latin(`GET ${track} HTTP/1.1\rhost: x\r\r`), { halfClose: true }),
    shot('a header without a colon', get('nothing'), { statuses: [400] }),
    shot('a header without a name', get(': nothing'), { statuses: [400] }),
    shot('a folded header', get('x-a: 1\r\n  2')),
    shot('a space before the colon', get('x-a : 1')),
    shot('no host', latin(`GET ${track} HTTP/1.1\r\n\r\n`)),
    shot('two hosts', latin(`GET ${track} HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n`)),
    shot('an expectation', get('expect: the-unexpected')),
    shot('an upgrade to a socket', get('connection: upgrade', 'upgrade: websocket', 'sec-websocket-key: x')),
    shot(
      'an upgrade to HTTP/2',
      get('connection: upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: AAMAAABk'),
    ),
    shot('addresses of others', get('x-forwarded-for: \x00, evil, ::ffff:999.1.1.1', 'cf-ipcountry: \xff')),
    shot('a thousand etags', request('GET', '/mc.js', { lines: [`if-none-match: ${many(1_000, '"x",')}`] })),
    shot('ranges', request('GET', '/mc.js', { lines: [`range: bytes=${many(1_000, '0-,')}`] })),
    shot(
      'a session that is none',
      request('GET', '/api/clicks', { lines: ['cookie: tracker_session=\xff\x01;;=;=='] }),
    ),
  ];
}

function framing({ tenant }: Target): Shot[] {
  const address = `/conversion?key=${tenant.trackingKey}`;
  const chunked = (body: string) =>
    request('POST', address, { lines: ['transfer-encoding: chunked', JSON_LINE] })
      .toString('latin1')
      .replace('content-length: 0\r\n', '') + body;
  const post = (line: string, body = '{}') =>
    latin(`POST ${address} HTTP/1.1\r\nhost: x\r\n${JSON_LINE}\r\n${line}\r\n\r\n${body}`);
  const end = { halfClose: true };
  return [
    shot('a huge chunk', latin(chunked('FFFFFFFFFFFFFFFF\r\n{}')), end),
    shot('a chunk beyond all numbers', latin(chunked(`${many(1_000, 'F')}\r\n{}`)), end),
    shot('a negative chunk', latin(chunked('-1\r\n{}')), end),
    shot('a chunk of words', latin(chunked('zz\r\n{}')), end),
    shot('a chunk that is shorter than it says', latin(chunked('40\r\n{"amount":1}')), end),
    shot('an endless chunk extension', latin(chunked(`2;${many(100_000, 'a')}\r\n{}\r\n0\r\n\r\n`)), end),
    shot('a hundred thousand chunks of one byte', latin(chunked(`${many(100_000, '1\r\n \r\n')}0\r\n\r\n`)), end),
    shot('trailers', latin(chunked(`2\r\n{}\r\n0\r\nx-trailer: ${many(10_000, 'a')}\r\n\r\n`)), end),
    shot('a length and chunks', latin(chunked('0\r\n\r\n').replace('transfer', 'content-length: 5\r\ntransfer')), end),
    shot('two lengths', post('content-length: 2\r\ncontent-length: 3'), end),
    shot('a negative length', post('content-length: -1'), end),
    shot('a length in words', post('content-length: two'), end),
    shot('a length of a petabyte', post('content-length: 1000000000000000'), { statuses: [400, 413], halfClose: true }),
    shot('a length that is too long', post('content-length: 1000', '{"amount":1}'), end),
    shot('a length that is too short', post('content-length: 2', '{}{"amount":1}'), end),
    shot('two encodings', post('transfer-encoding: gzip, chunked', '2\r\n{}\r\n0\r\n\r\n'), end),
    shot(
      'a body that is said to be compressed',
      request('POST', address, {
        lines: [JSON_LINE, 'content-encoding: gzip'],
        body: Buffer.from([0x1f, 0x8b, 8, 0, 255]),
      }),
    ),
  ];
}

function connections({ tenant, clickId }: Target): Shot[] {
  const get = request('GET', `/t/${tenant.campaignId}?format=json`);
  const lead = request('POST', '/leads', {
    lines: [JSON_LINE],
    body: JSON.stringify({ name: 'A', email: 'a@x.co', campaign_id: tenant.campaignId }),
  });
  const half = lead.subarray(0, lead.length - 10);
  return [
    shot('a hundred clicks in one packet', Buffer.concat(Array.from({ length: 100 }, () => get)), {
      answers: 100,
      statuses: [200],
    }),
    shot(
      'a view and then nonsense',
      Buffer.concat([request('GET', `/v?clickid=${clickId}`), latin('\x00\x01\x02nonsense\r\n\r\n')]),
    ),
    shot(
      'a request byte by byte',
      [...get].flatMap((byte) => [Buffer.from([byte]), 1]),
      { answers: 1, statuses: [200] },
    ),
    shot('a half closed connection', get, { halfClose: true, statuses: [200] }),
    shot('half of a lead, and the end', half, { halfClose: true }),
    shot('half of a lead, then nothing for a while, then the rest', [half, 300, lead.subarray(lead.length - 10)], {
      answers: 1,
      statuses: [200, 201],
    }),
    shot('half of a lead, and a reset', half, { abort: true }),
    shot('half of a header, and a reset', get.subarray(0, 20), { abort: true }),
    shot('a reset before the answer', get, { abort: true }),
    shot('nothing at all', Buffer.alloc(0), { halfClose: true }),
    shot('a hello of TLS', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), { statuses: [400] }),
    shot('the preface of HTTP/2', latin('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')),
    shot('HTTP/0.9', latin('GET /\r\n'), { halfClose: true }),
    shot('HTTP/9.9', latin('GET / HTTP/9.9\r\nhost: x\r\n\r\n')),
    shot('HTTP/1.0', latin('GET /healthz HTTP/1.0\r\n\r\n'), { statuses: [200] }),
    shot('a method that nobody knows', latin('FLY / HTTP/1.1\r\nhost: x\r\n\r\n'), { statuses: [400] }),
    shot('a tunnel', latin('CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\n\r\n'), { halfClose: true }),
    shot('empty lines before a request', Buffer.concat([latin(many(100, '\r\n')), get])),
    shot('a megabyte of nothing', Buffer.alloc(1_048_576), { halfClose: true }),
  ];
}

function bodies({ tenant, clickId }: Target): Shot[] {
  const conversion = `/conversion?key=${tenant.trackingKey}`;
  const lead = `/leads?key=${tenant.trackingKey}`;
  const texts: [string, string | Buffer][] = [
    ['deep lists', many(100_000, '[')],
    ['deep lists that close', many(50_000, '[') + many(50_000, ']')],
    ['deep objects', `${many(5_000, '{"a":')}1${many(5_000, '}')}`],
    [
      'bad UTF-8',
      Buffer.from([...Buffer.from('{"name":"'), 0xc3, 0x28, 0xed, 0xa0, 0x80, ...Buffer.from('","email":"a@x.co"}')]),
    ],
    ['UTF-16', Buffer.from('\uFEFF{"name":"a"}', 'utf16le')],
    ['a byte order mark', '\uFEFF{"name":"B","email":"b@x.co","amount":1}'],
    [
      'NUL and lone surrogates',
      '{"name":"a\\u0000\\ud800b","email":"c@x.co","transaction_id":"\\u0000\\udfff","amount":"1"}',
    ],
    ['prototype names', '{"__proto__":{"name":"x"},"constructor":{"prototype":{}},"name":"C","email":"d@x.co"}'],
    ['numbers beyond numbers', '{"amount":1e400,"transaction_id":-0,"name":"D","email":"e@x.co","price":"9".repeat}'],
    ['an amount without end', `{"amount":${many(20_000, '9')},"transaction_id":"n-1","name":"E","email":"f@x.co"}`],
    ['an amount of words', '{"amount":"R$ 1.2.3,4,5","transaction_id":"n-2","status":"approved","currency":"ZZZZ"}'],
    [
      'times that are none',
      '{"amount":1,"transaction_id":"n-3","approved_at":"+275760-09-13T00:00:00.001Z","date":1e20,"status":"approved"}',
    ],
    ['a repeated key', '{"email":"g@x.co","email":{"$gt":""},"name":"F"}'],
    ['a hundred thousand click ids', JSON.stringify({ sck: many(4_000, `${clickId}|`) })],
    ['almost a click id, again and again', JSON.stringify({ sck: `mc_${many(30_000, 'a_')}` })],
    [
      'fields without end',
      JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, index]))),
    ],
    ['a form with prototype names', '__proto__[x]=1&constructor.prototype=2&name=G&email=h@x.co'],
    ['a form that is deep', `a${many(10_000, '[b]')}=1&name=H&email=i@x.co`],
    ['a form of ampersands', many(60_000, '&')],
    ['a form of broken escapes', 'name=%zz%&email=%ff@x.co&amount=%'],
  ];
  const sent = texts.flatMap(([name, body]) =>
    [conversion, lead, '/identify', '/checkout', `/webhooks/hotmart/${tenant.webhookKeys.hotmart ?? ''}`].flatMap(
      (path) =>
        [JSON_LINE, FORM_LINE, 'content-type: nonsense'].map((line) =>
          shot(
            `${name} at ${path.split(/[?/]/)[1]} as ${line.slice(14)}`,
            request('POST', path, { lines: [line], body }),
          ),
        ),
    ),
  );
  return [...sent, ...multiparts(conversion), ...tooLarge(conversion, lead)];
}

function multiparts(path: string): Shot[] {
  const form = (boundary: string, body: string | Buffer) =>
    request('POST', path, { lines: [`content-type: multipart/form-data; boundary=${boundary}`], body });
  const part = '--b\r\ncontent-disposition: form-data; name="amount"\r\n\r\n1\r\n';
  return [
    shot('a part without an end', form('b', part)),
    shot('parts without a boundary', form('', part)),
    shot('a boundary that never comes', form('c', part)),
    shot('a boundary of a thousand characters', form(many(1_000, 'b'), part)),
    shot('ten thousand parts', form('b', `${many(10_000, part)}--b--`)),
    shot(
      'a part of a part',
      form('b', '--b\r\ncontent-type: multipart/mixed; boundary=b\r\n\r\n--b\r\n--b--\r\n--b--'),
    ),
    shot(
      'a file',
      form(
        'b',
        `--b\r\ncontent-disposition: form-data; name="f"; filename="${many(5_000, '../')}"\r\n\r\n\x00\xff\r\n--b--`,
      ),
    ),
    shot('a part of bad headers', form('b', '--b\r\n\x00: \xff\r\nnothing\r\n\r\n1\r\n--b--')),
  ];
}

function tooLarge(conversion: string, lead: string): Shot[] {
  const body = JSON.stringify({ amount: 1, text: many(2_000_000, 'x') });
  return [
    shot('two megabytes of a sale', request('POST', conversion, { lines: [JSON_LINE], body }), { statuses: [413] }),
    shot('two megabytes of a lead', request('POST', lead, { lines: [JSON_LINE], body }), { statuses: [413] }),
    shot('two megabytes of a sign-in', request('POST', '/api/auth/login', { lines: [JSON_LINE], body }), {
      statuses: [413],
    }),
  ];
}
