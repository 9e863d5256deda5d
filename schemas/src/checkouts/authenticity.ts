import type { Provider } from './provider.ts';

/**
 * Where a checkout shows that a delivery is its own. Only the places stand here; comparing (in constant time) and hashing (over the
 * bytes as they came) is the receiver's work.
 */
export type Authenticity =
  /** A secret as it is. Header names in lower case; `authorization` may carry it after 'Bearer '. Headers first, then fields at the body's root. */
  | { readonly kind: 'token'; readonly headers: readonly string[]; readonly bodyFields: readonly string[] }
  /** A keyed hash of the raw body, in a query parameter or a header. */
  | {
      readonly kind: 'hmac';
      readonly algorithm: 'sha1' | 'sha256';
      readonly from: { readonly query?: string; readonly header?: string };
      readonly encoding: 'hex';
    };

export const AUTHENTICITY: Readonly<Record<Provider, Authenticity>> = {
  hotmart: { kind: 'token', headers: ['x-hotmart-hottok'], bodyFields: ['hottok'] },
  'own-checkout': { kind: 'token', headers: ['x-webhook-secret'], bodyFields: [] },
  generic: { kind: 'token', headers: ['x-webhook-secret'], bodyFields: [] },
  orders: { kind: 'token', headers: ['x-api-token'], bodyFields: [] },
  kiwify: { kind: 'hmac', algorithm: 'sha1', from: { query: 'signature' }, encoding: 'hex' },
  eduzz: { kind: 'hmac', algorithm: 'sha256', from: { header: 'x-signature' }, encoding: 'hex' },
  monetizze: { kind: 'token', headers: [], bodyFields: ['chave_unica'] },
  braip: { kind: 'token', headers: [], bodyFields: ['basic_authentication'] },
  kirvano: { kind: 'token', headers: ['security-token', 'x-kirvano-token'], bodyFields: ['token'] },
  ticto: { kind: 'token', headers: [], bodyFields: ['token'] },
  cakto: { kind: 'token', headers: [], bodyFields: ['secret'] },
  'perfect-pay': { kind: 'token', headers: [], bodyFields: ['token'] },
  greenn: { kind: 'token', headers: ['x-greenn-token', 'x-webhook-token', 'authorization'], bodyFields: [] },
  hubla: { kind: 'token', headers: ['x-hubla-token'], bodyFields: [] },
};
