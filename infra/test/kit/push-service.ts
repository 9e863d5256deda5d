// A push service and the browsers behind it (RFC 8030): it takes notices by HTTP as real ones do, checks who sends them (RFC 8292), and
// decrypts them with the keys of the browser (RFC 8291), so that a test reads what a phone would show.
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { GuardedCall } from '@tracker/infra/postbacks/guarded-call';

export interface Subscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface PushService {
  /** Its addresses are https, as those of real ones; it has no certificate, and is called by http. */
  through(call: GuardedCall): GuardedCall;
  /** For `throughPushService` in another process. */
  readonly port: number;
  /** A browser subscribes with the public key of an installation. */
  subscribe(publicKey: string): Subscription;
  /** Decrypted, in the order in which they came. */
  readonly notices: { readonly endpoint: string; readonly notice: Record<string, string>; readonly topic: string }[];
  /** The status for the next notices; a browser that is gone answers 410 in any case. */
  status: number;
  /** Drops the connection after the notice was taken. */
  isCut: boolean;
  /** Takes notices and never answers. */
  isSilent: boolean;
  unsubscribe(subscription: Pick<Subscription, 'endpoint'>): void;
  close(): Promise<void>;
}

interface Browser {
  readonly ecdh: ECDH;
  readonly auth: Buffer;
  readonly publicKey: string;
}

const ORIGIN = 'https://push.example';

export const throughPushService =
  (port: number, call: GuardedCall): GuardedCall =>
  (url, request, signal) =>
    call(new URL(url.pathname, `http://push.example:${port}`), request, signal);

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>();
  const notices: PushService['notices'] = [];
  const state = { status: 201, isCut: false, isSilent: false };
  const server = createServer((request, response) => {
    void take(request).then(
      (status) => {
        if (state.isSilent) return;
        if (state.isCut) request.socket.destroy();
        else response.writeHead(status).end();
      },
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  async function take(request: IncomingMessage): Promise<number> {
    const browser = browsers.get(request.url ?? '');
    if (!browser) return 410;
    if (state.status !== 201) return state.status;
    const body = await buffer(request);
    const { headers, method } = request;
    if (method !== 'POST' || headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(headers.ttl)))
      return 400;
    if (!isSigned(headers.authorization ?? '', browser.publicKey, ORIGIN)) return 403;
    const notice = JSON.parse(decrypt(body, browser).toString('utf8'));
    notices.push({ endpoint: ORIGIN + request.url, notice, topic: String(headers.topic) });
    return 201;
  }

  return {
    through: (call) => throughPushService(port, call),
    port,
    notices,
    get status() {
      return state.status;
    },
    set status(status) {
      state.status = status;
    },
    get isCut() {
      return state.isCut;
    },
    set isCut(isCut) {
      state.isCut = isCut;
    },
    get isSilent() {
      return state.isSilent;
    },
    set isSilent(isSilent) {
      state.isSilent = isSilent;
    },
    subscribe(publicKey) {
      const path = `/push/${randomBytes(12).toString('hex')}`;
      const ecdh = createECDH('prime256v1');
      const auth = randomBytes(16);
      const p256dh = ecdh.generateKeys().toString('base64url');
      browsers.set(path, { ecdh, auth, publicKey });
      return { endpoint: ORIGIN + path, keys: { p256dh, auth: auth.toString('base64url') } };
    },
    unsubscribe: ({ endpoint }) => void browsers.delete(new URL(endpoint).pathname),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** `vapid t=<JWT>, k=<public key>`: signed by the key that the browser subscribed with, for this push service, for at most a day. */
function isSigned(authorization: string, publicKey: string, origin: string): boolean {
  const [, jwt = '', given] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = jwt.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${claims}`);
  const isRight = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
  const seconds = exp - Date.now() / 1000;
  return (
    isRight && given === publicKey && aud === origin && seconds > 0 && seconds <= 86_400 && /^(https|mailto):/.test(sub)
  );
}

/** One record: salt (16 bytes), record size (4), length of the sender's key (1), the key, ciphertext with its tag. */
function decrypt(body: Buffer, { ecdh, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const secret = hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32);
  const key = hkdfSync('sha256', new Uint8Array(secret), salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = hkdfSync('sha256', new Uint8Array(secret), salt, 'Content-Encoding: nonce\0', 12);
  const record = body.subarray(21 + sender.length);
  const decipher = createDecipheriv('aes-128-gcm', new Uint8Array(key), new Uint8Array(nonce));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends in 2 and any number of zeros.
  return padded.subarray(0, padded.lastIndexOf(2));
}
