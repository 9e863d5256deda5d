import type { JsonObject } from './mapping.ts';

/** A body as its checkout sends it, for the webhook screen, the test page and the tests. */
export interface Example {
  /** In Portuguese: it is shown. */
  readonly name: string;
  readonly body: JsonObject;
  /** By default 'application/json'; a form's body is given as the object it means. */
  readonly contentType?: 'application/x-www-form-urlencoded';
}

/** The click that all examples name. */
export const EXAMPLE_CLICK_ID = 'mc_lanc01_1751849000000123456';

export const BUYER = {
  name: 'Ana Lima',
  email: 'ana.lima@example.com',
  phone: '11999998888',
  cpf: '12345678909',
} as const;
