import { z } from 'zod';
import { Instant } from '../primitives/time.ts';
import { TEMPLATE_LENGTH_MAX, templateProblem } from '../send-back/macros.ts';
import { Figure, NoContent } from './common.ts';
import { defineContract } from './define-contract.ts';

/** Conversions sent back: to the pixel of an ad platform, and to any address by a GET request. */

/** `waiting`: not yet, or again later. `failed`: never, the error says why. `expired`: seven days after the approval. */
export const SendState = z.enum(['waiting', 'sent', 'failed', 'expired']);
export type SendState = z.infer<typeof SendState>;

export const DestinationKind = z.enum(['conversions-api', 'postback']);

/** How sending goes: of the last seven days, but for what waits. */
export const SendResults = z.object({
  sent: Figure,
  waiting: Figure,
  /** Expired ones too. */
  failed: Figure,
  lastSentAt: Instant.nullable(),
  /** Of the sale approved last that did not arrive, in Portuguese. */
  lastError: z.string().nullable(),
});
export type SendResults = z.infer<typeof SendResults>;

/** What becomes of a try, in words for people. */
const TestAnswer = z.object({ success: z.boolean(), message: z.string() });

export const Pixel = z.object({
  /** Null: none is saved. */
  pixelId: z.string().nullable(),
  /** The token itself is never shown again. */
  tokenSet: z.boolean(),
  testCode: z.string().nullable(),
  enabled: z.boolean(),
  /** Sales approved from then on are sent; null while it is off. */
  since: Instant.nullable(),
  /** Why nothing is sent although it is on, until it is saved again. */
  stopReason: z.string().nullable(),
  results: SendResults,
});
export type Pixel = z.infer<typeof Pixel>;

export const PixelInput = z.object({
  pixelId: z
    .string()
    .trim()
    .regex(/^\d{5,40}$/, 'Informe o ID do pixel, só com números.'),
  /** Left out: as it is. */
  token: z
    .string()
    .trim()
    .min(1, 'Informe o token de acesso.')
    .max(1_024, 'O token pode ter até 1024 caracteres.')
    .regex(/^[\x21-\x7e]+$/, 'O token não pode ter espaços nem acentos.')
    .optional(),
  testCode: z
    .string()
    .trim()
    .max(64, 'O código de teste pode ter até 64 caracteres.')
    .regex(/^\w*$/, 'O código de teste só tem letras e números.')
    .nullish()
    .transform((code) => code || null),
  enabled: z.boolean(),
});

export const readPixel = defineContract({
  name: 'facebook.pixel',
  method: 'GET',
  path: '/api/facebook/pixel',
  access: 'admin',
  summary: 'The pixel that sales are sent to by the Conversions API, and how that goes.',
  status: 200,
  response: Pixel,
});

export const setPixel = defineContract({
  name: 'facebook.set-pixel',
  method: 'PUT',
  path: '/api/facebook/pixel',
  access: 'admin',
  summary:
    'Saves the pixel. Switched on, sales approved from then on are sent, once each, with `event_id` `{provider}:{transaction}`; switched off, nothing is, and what waits is given up.',
  body: PixelInput,
  status: 200,
  response: Pixel,
});

export const removePixel = defineContract({
  name: 'facebook.remove-pixel',
  method: 'DELETE',
  path: '/api/facebook/pixel',
  access: 'admin',
  summary: 'Takes the pixel, its token and the results away.',
  status: 204,
  response: NoContent,
});

export const testPixel = defineContract({
  name: 'facebook.test-pixel',
  method: 'POST',
  path: '/api/facebook/pixel/test',
  access: 'admin',
  summary:
    'Sends a made-up sale with the test code: it appears in the Events Manager’s test screen and counts nowhere.',
  status: 200,
  response: TestAnswer,
});

export const POSTBACKS_MAX = 10;

export const Postback = z.object({
  id: z.string(),
  name: z.string(),
  /** With macros: see the `send-back/macros.ts` of the schemas. */
  url: z.string(),
  enabled: z.boolean(),
  since: Instant.nullable(),
  results: SendResults,
});
export type Postback = z.infer<typeof Postback>;

const name = z.string().trim().min(1, 'Informe um nome.').max(80, 'O nome pode ter até 80 caracteres.');
const url = z
  .string()
  .trim()
  .min(1, 'Informe a URL.')
  .max(TEMPLATE_LENGTH_MAX, `A URL pode ter até ${TEMPLATE_LENGTH_MAX} caracteres.`)
  .superRefine((template, context) => {
    const problem = templateProblem(template);
    if (problem !== undefined) context.addIssue(problem);
  });
const params = z.object({ id: z.string().max(80) });

export const listPostbacks = defineContract({
  name: 'postbacks.list',
  method: 'GET',
  path: '/api/postbacks',
  access: 'admin',
  summary: 'The addresses that are called for each approved sale, oldest first.',
  status: 200,
  response: z.array(Postback),
});

export const createPostback = defineContract({
  name: 'postbacks.create',
  method: 'POST',
  path: '/api/postbacks',
  access: 'admin',
  summary:
    'Sales approved from now on are told to this address by a GET, its macros replaced; redirects are not followed.',
  body: z.object({ name, url, enabled: z.boolean().default(true) }),
  status: 201,
  response: Postback,
});

export const changePostback = defineContract({
  name: 'postbacks.change',
  method: 'PATCH',
  path: '/api/postbacks/:id',
  access: 'admin',
  summary: 'Changes what is given; switched off, nothing is sent and what waits is given up.',
  params,
  body: z.object({ name: name.optional(), url: url.optional(), enabled: z.boolean().optional() }),
  status: 200,
  response: Postback,
});

export const removePostback = defineContract({
  name: 'postbacks.remove',
  method: 'DELETE',
  path: '/api/postbacks/:id',
  access: 'admin',
  summary: 'Takes the address and its results away.',
  params,
  status: 204,
  response: NoContent,
});

export const testPostback = defineContract({
  name: 'postbacks.test',
  method: 'POST',
  path: '/api/postbacks/:id/test',
  access: 'admin',
  summary: 'Calls the address once with made-up values and tells what it answered.',
  params,
  status: 200,
  response: TestAnswer.extend({
    /** As it was called. */
    url: z.string(),
    /** Null: there was no answer. */
    status: z.number().int().nullable(),
    durationMs: Figure,
  }),
});
export type PostbackTest = z.infer<(typeof testPostback)['response']>;

export const sendBackContracts = [
  readPixel,
  setPixel,
  removePixel,
  testPixel,
  listPostbacks,
  createPostback,
  changePostback,
  removePostback,
  testPostback,
];
