import { z } from 'zod';
import { ConversionStatus } from '../checkouts/conversion-status.ts';
import { EXPLAINED } from '../checkouts/explained.ts';
import { AMOUNTS_IN } from '../checkouts/mapping.ts';
import { CheckoutId } from '../checkouts/registry.ts';
import { LOOK_UP_STATES } from '../look-ups/problems.ts';
import { Money } from '../primitives/money.ts';
import { CursorText } from '../primitives/pagination.ts';
import { Instant } from '../primitives/time.ts';
import { Figure, MadeBy, NoContent, queryInteger } from './common.ts';
import { defineContract } from './define-contract.ts';

/** Webhook addresses of checkouts, their secrets, and their deliveries. */

export const WebhookKey = z.object({
  provider: CheckoutId,
  key: z.string(),
  url: z.string(),
  secretSet: z.boolean(),
  /** It is shorter than one that is typed may be today. */
  secretWeak: z.boolean(),
  secretMadeBy: MadeBy.default(null),
  /** Until when the key before this one is still taken; null when there is none left. */
  previousKeyUntil: Instant.nullable(),
  /** The unit in which deliveries at this address write amounts; null for checkouts, which document theirs. */
  amountsIn: z.enum(AMOUNTS_IN).nullable(),
  /** A GET at this address counts as a POST does. */
  permitsGet: z.boolean(),
  /** Null for checkouts whose deliveries report what happened. Of the others the API is asked, with this token. */
  lookUp: z
    .object({
      /** The end of the token; null: none is set, and nothing is asked. */
      tokenEnd: z.string().nullable(),
      /** Of the seller at the checkout; null where it is not asked for. */
      account: z.string().nullable(),
      /** In Portuguese: why nothing is asked with this token any more; null while it is good. */
      problem: z.string().nullable(),
      madeBy: MadeBy.default(null),
      waiting: Figure,
      /** Those that were given up. */
      failed: Figure,
    })
    .nullable(),
});
export type WebhookKey = z.infer<typeof WebhookKey>;

const CheckoutParams = z.object({ provider: CheckoutId });

export const listWebhookKeys = defineContract('webhook-keys.list', 'GET /api/webhook-keys', 'admin', {
  summary: 'One key per checkout; each also works as `POST /conversion?key=`.',
  response: z.array(WebhookKey),
});

export const setWebhookSecret = defineContract(
  'webhook-keys.set-secret',
  'PUT /api/webhook-keys/:provider/secret',
  'admin',
  {
    fresh: true,
    summary:
      'From then on a delivery of this checkout without the right secret or signature is refused with 401. A secret that the seller types ' +
      '(`generic`, `own-checkout`, `orders`, `greenn`, `kirvano`) has at least 16 characters.',
    params: CheckoutParams,
    body: z.object({
      secret: z.string().trim().min(1, 'Informe o segredo.').max(512, 'O segredo pode ter até 512 caracteres.'),
    }),
  },
);

export const removeWebhookSecret = defineContract(
  'webhook-keys.remove-secret',
  'DELETE /api/webhook-keys/:provider/secret',
  'admin',
  {
    fresh: true,
    summary: 'Deliveries of this checkout need no secret any more.',
    params: CheckoutParams,
  },
);

export const setWebhookToken = defineContract(
  'webhook-keys.set-token',
  'PUT /api/webhook-keys/:provider/token',
  'admin',
  {
    fresh: true,
    summary:
      'The token with which the product asks the API of a checkout whose deliveries hold only an id (`mercado-pago`, `nuvemshop`). What waited or failed is asked again. ' +
      '404 for other checkouts.',
    params: CheckoutParams,
    body: z.object({
      token: z
        .string()
        .trim()
        .min(1, 'Informe o token.')
        .max(512, 'O token pode ter até 512 caracteres.')
        .regex(/^[\x21-\x7e]*$/, 'O token não tem espaços nem acentos.'),
      account: z
        .string()
        .trim()
        .regex(/^\d{0,20}$/, 'A conta tem só números.')
        .default(''),
    }),
  },
);

export const removeWebhookToken = defineContract(
  'webhook-keys.remove-token',
  'DELETE /api/webhook-keys/:provider/token',
  'admin',
  {
    fresh: true,
    summary: 'The API of this checkout is not asked any more.',
    params: CheckoutParams,
  },
);

export const rotateWebhookKey = defineContract(
  'webhook-keys.rotate',
  'POST /api/webhook-keys/:provider/rotate',
  'admin',
  {
    creates: true,
    fresh: true,
    summary: 'A new key for this checkout; the old one is refused with 401 after 24 hours.',
    params: CheckoutParams,
    response: WebhookKey,
  },
);

export const setWebhookAmounts = defineContract(
  'webhook-keys.set-amounts',
  'PUT /api/webhook-keys/generic/amounts',
  'admin',
  {
    fresh: true,
    summary:
      'The unit of amounts in deliveries of the generic format at the generic address, from now on; a delivery that is reprocessed is read in it, too.',
    body: z.object({ amountsIn: z.enum(AMOUNTS_IN) }),
  },
);

export const changeWebhookKey = defineContract('webhook-keys.change', 'PATCH /api/webhook-keys/:provider', 'admin', {
  fresh: true,
  summary:
    'Whether a GET with the key of this checkout counts a conversion (`GET /webhooks/{provider}/{key}?…`, `GET /conversion?key=…`), as affiliate networks ' +
    'send them. Off at first: links are opened ahead by mailers, chats and browsers, and each opening would count.',
  params: CheckoutParams,
  body: z.object({ permitsGet: z.boolean() }),
  response: WebhookKey,
});

/** `duplicate`: processed, and an earlier delivery had the same content. `look-up`: the checkout is asked. `dead-letter`: not understood. */
export const DeliveryVerdict = z.enum(['processed', 'look-up', 'ignored', 'duplicate', 'rejected', 'dead-letter']);
export type DeliveryVerdict = z.infer<typeof DeliveryVerdict>;

export const WebhookDelivery = z.object({
  id: z.string(),
  provider: CheckoutId,
  receivedAt: Instant,
  verdict: DeliveryVerdict,
  /** As `verdict`; `not-understood` for `dead-letter`. */
  status: z.enum(['processed', 'look-up', 'ignored', 'duplicate', 'rejected', 'not-understood']),
  /** Of `look-up`: what became of the question. */
  lookUp: z.enum(LOOK_UP_STATES).nullable(),
  /** In Portuguese; null when it was processed. Of a body that cannot be read with the place of the fault, as 'line:column' or a word. */
  reason: z
    .union([z.string(), z.object({ code: z.literal('unreadable'), at: z.string(), text: z.string() })])
    .nullable(),
  /** As in `/api/conversions`; null when nothing was made of it. */
  conversionId: z.string().nullable(),
  /** What it reported of its conversion; null where nothing was made of it. `value` is gross, in `currency`. */
  conversion: z
    .object({ transactionId: z.string(), status: ConversionStatus, value: Money, currency: z.string() })
    .nullable(),
  isTest: z.boolean(),
  /** Names of the generic format that came and were not read; absent where there is none. */
  unreadNames: z.array(z.string()).max(50).optional(),
  /** JSON as text (of a body that cannot be read: as it came), without documents, cards, secrets and the buyer's personal fields; cut after 65 536 characters. */
  body: z.string(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** Bodies are large: a page of a thousand would be a gigabyte in the worst case. */
export const DELIVERIES_PAGE_MAX = 100;

export const listWebhookDeliveries = defineContract('webhook-deliveries.list', 'GET /api/webhook-deliveries', 'admin', {
  summary: 'What the checkouts sent and what became of it, newest first.',
  query: z.object({
    provider: CheckoutId.optional(),
    verdict: DeliveryVerdict.optional(),
    limit: queryInteger(1, DELIVERIES_PAGE_MAX, 50),
    cursor: CursorText.optional(),
  }),
  response: z.array(WebhookDelivery),
  paged: true,
  mayDiffer: ['provider', 'verdict'],
});

export const listWebhookProviders = defineContract(
  'webhook-deliveries.providers',
  'GET /api/webhook-deliveries/providers',
  'admin',
  {
    summary: 'The checkouts that sent something, the one that sent last first.',
    response: z.array(z.object({ provider: CheckoutId, lastReceivedAt: Instant })),
  },
);

export const reprocessWebhookDelivery = defineContract(
  'webhook-deliveries.reprocess',
  'POST /api/webhook-deliveries/:id/reprocess',
  'admin',
  {
    summary: 'Sends a delivery through the log again, as the event that it was: counted once, however often.',
    params: z.object({ id: z.string().max(80) }),
    status: 202,
    response: NoContent,
  },
);

export const DeliveryExplanation = z.object({
  /** `value` as the product has it, `paths` where in the body it came from ('data.purchase.price.value'). */
  read: z.array(z.object({ field: z.enum(EXPLAINED), value: z.string(), paths: z.array(z.string()) })),
  /** Paths of values that nothing is made of. */
  unread: z.array(z.string()),
  /** JSON as text: the delivery as a test case, with made-up values in place of personal ones. */
  testCase: z.string(),
});
export type DeliveryExplanation = z.infer<typeof DeliveryExplanation>;

export const explainWebhookDelivery = defineContract(
  'webhook-deliveries.explain',
  'GET /api/webhook-deliveries/:id/explanation',
  'admin',
  {
    summary:
      "What today's mappings read in a delivery, field by field, and the delivery as a test case without personal data.",
    params: z.object({ id: z.string().max(80) }),
    response: DeliveryExplanation,
  },
);

/** Days that are looked at for what is not understood, and for names that are not read. */
export const UNKNOWN_FORMATS_DAYS = 30;
/** Names are listed up to this many, the most frequent first. */
export const UNREAD_NAMES_LISTED_MAX = 100;

export const listUnreadNames = defineContract(
  'webhook-deliveries.unread-names',
  'GET /api/webhook-deliveries/unread-names',
  'admin',
  {
    summary:
      'Names of fields that came in the generic format in the last 30 days and were not read, by the format that the body has (that of the own checkout has `order_total`), the most frequent first; `nearest`: the name that may be meant.',
    response: z
      .array(
        z.object({
          name: z.string(),
          provider: CheckoutId,
          count: Figure,
          lastAt: Instant,
          nearest: z.string().nullable(),
        }),
      )
      .max(UNREAD_NAMES_LISTED_MAX),
  },
);

export const DeliveryNotes = z.object({
  /** Bodies that no mapping understands, and events that none knows, by the fields at their root and the reason; the most frequent first. */
  unknownFormats: z.array(
    z.object({
      provider: CheckoutId,
      fields: z.array(z.string()),
      /** In Portuguese. */
      reason: z.string(),
      count: Figure,
      firstAt: Instant,
      lastAt: Instant,
      firstBody: z.string(),
    }),
  ),
  /** Conversions of the last week in the generic format whose median is about a hundred times that of the tenant's others, in BRL; null: none. */
  hundredfold: z.object({ count: Figure, median: Figure, usualMedian: Figure }).nullable(),
});
export type DeliveryNotes = z.infer<typeof DeliveryNotes>;

export const readDeliveryNotes = defineContract(
  'webhook-deliveries.notes',
  'GET /api/webhook-deliveries/notes',
  'admin',
  {
    summary: 'What needs a look in the inbox: formats that were never seen, and amounts that look like cents.',
    response: DeliveryNotes,
  },
);
