import { z } from 'zod';
import { Instant } from '../primitives/time.ts';
import { defineContract } from './define-contract.ts';
import { TestAnswer } from './send-back.contract.ts';

/** Notices of conversions on the devices of the person who asks. */

export const PUSH_DEVICES_MAX = 10;

const Hour = z.number().int().min(0).max(23);
const DIFFERENT_HOURS = 'O início e o fim do silêncio devem ser diferentes.';

/** From the beginning of one hour until the beginning of the other, by the clocks of the tenant. */
export const QuietHours = z
  .object({ from: Hour, until: Hour })
  .refine(({ from, until }) => from !== until, DIFFERENT_HOURS);

export const PushSettings = z.object({
  /** `hourly`: one notice for the conversions of a whole hour. */
  mode: z.enum(['each', 'hourly']),
  /** Conversions in reais below it are not notified; 0: every one is. */
  minCents: z.number().int().min(0, 'Informe um valor a partir de zero.').max(100_000_000, 'O valor é alto demais.'),
  /** Null: none. */
  quiet: QuietHours.nullable(),
});
export type PushSettings = z.infer<typeof PushSettings>;

export const PushDevice = z.object({
  id: z.string(),
  browser: z.string().nullable(),
  operatingSystem: z.string().nullable(),
  createdAt: Instant,
  /** sha256 of the subscription's address in base64url: by it a browser finds itself. */
  endpointKey: z.string(),
  ...PushSettings.shape,
});
export type PushDevice = z.infer<typeof PushDevice>;

/** Only the usual port: nothing else is a push service. */
const Endpoint = z
  .string()
  .max(1_024)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  }, 'Este navegador não deu um endereço de avisos válido.');
const key = (length: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${length}}$`), 'A chave do navegador não é válida.');

const params = z.object({ id: z.string().max(80) });

export const listPushDevices = defineContract('push-devices.list', 'GET /api/push-devices', 'viewer', {
  personal: true,
  summary: 'One’s own devices that get notices of sales, oldest first, and the key with which a browser subscribes.',
  response: z.object({ publicKey: z.string(), devices: z.array(PushDevice) }),
});

export const addPushDevice = defineContract('push-devices.add', 'POST /api/push-devices', 'viewer', {
  personal: true,
  summary:
    'Sales approved from now on are told on this browser. A browser that is known keeps its settings where none are given.',
  body: z.object({
    endpoint: Endpoint,
    p256dh: key(87),
    auth: key(22),
    settings: PushSettings.optional(),
  }),
  response: PushDevice,
});

export const changePushDevice = defineContract('push-devices.change', 'PUT /api/push-devices/:id', 'viewer', {
  personal: true,
  summary: 'Which sales one of one’s own devices tells, and when.',
  params,
  body: PushSettings,
  response: PushDevice,
});

export const removePushDevice = defineContract('push-devices.remove', 'DELETE /api/push-devices/:id', 'viewer', {
  personal: true,
  summary: 'Ends the notices on one of one’s own devices.',
  params,
});

export const testPushDevice = defineContract('push-devices.test', 'POST /api/push-devices/:id/test', 'viewer', {
  personal: true,
  summary: 'Sends a test notice to one of one’s own devices. A device whose subscription ended is removed.',
  params,
  response: TestAnswer,
});
