import { z } from 'zod';
import { Instant } from '../primitives/time.ts';
import { canBeMatched, TEMPLATE_LENGTH_MAX, templateProblem, UNMATCHED } from '../send-back/macros.ts';
import { Figure, MadeBy } from './common.ts';
import { defineContract } from './define-contract.ts';
import { withSeen } from './with-seen.ts';

/** Conversions sent to any address by a GET. To the pixel of an ad platform: `pixel.contract.ts`. */

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
  /** Of the conversion approved last that did not arrive, in Portuguese. */
  lastError: z.string().nullable(),
});
export type SendResults = z.infer<typeof SendResults>;

/** What becomes of a try, in words for people. */
export const TestAnswer = z.object({ success: z.boolean(), message: z.string() });

export const POSTBACKS_MAX = 10;

export const Postback = z.object({
  id: z.string(),
  name: z.string(),
  /** With macros: see the `send-back/macros.ts` of the schemas. */
  url: z.string(),
  enabled: z.boolean(),
  since: Instant.nullable(),
  madeBy: MadeBy.default(null),
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

/** That a template names no conversion is no mistake where a person says so. */
const isUnmatched = z.boolean().optional();
const asksUnmatched = (
  postback: { readonly url?: string | undefined; readonly isUnmatched?: boolean | undefined },
  context: z.RefinementCtx,
) => {
  if (postback.url === undefined || postback.isUnmatched === true || canBeMatched(postback.url)) return;
  context.addIssue({ code: 'custom', path: ['url'], message: UNMATCHED });
};

export const listPostbacks = defineContract('postbacks.list', 'GET /api/postbacks', 'admin', {
  summary: 'The addresses that are called for each approved sale, oldest first.',
  response: z.array(Postback),
});

export const createPostback = defineContract('postbacks.create', 'POST /api/postbacks', 'admin', {
  creates: true,
  fresh: true,
  summary:
    'Sales approved from now on are told to this address by a GET, its macros replaced; redirects are not followed.',
  body: z.object({ name, url, enabled: z.boolean().default(true), isUnmatched }).superRefine(asksUnmatched),
  status: 201,
  response: Postback,
});

export const changePostback = defineContract('postbacks.change', 'PATCH /api/postbacks/:id', 'admin', {
  fresh: true,
  summary: 'Changes what is given; switched off, nothing is sent and what waits is given up.',
  params,
  body: withSeen(
    z.object({ name: name.optional(), url: url.optional(), enabled: z.boolean().optional(), isUnmatched }),
  ).superRefine(asksUnmatched),
  response: Postback,
});

export const removePostback = defineContract('postbacks.remove', 'DELETE /api/postbacks/:id', 'admin', {
  summary: 'Takes the address and its results away.',
  params,
});

export const testPostback = defineContract('postbacks.test', 'POST /api/postbacks/:id/test', 'admin', {
  summary: 'Calls the address once with made-up values and tells what it answered.',
  params,
  response: TestAnswer.extend({
    /** As it was called. */
    url: z.string(),
    /** The path and each parameter, as it is written and as it was sent. */
    parts: z.array(z.object({ name: z.string(), written: z.string(), sent: z.string() })),
    /** Null: there was no answer. */
    status: z.number().int().nullable(),
    durationMs: Figure,
  }),
});
export type PostbackTest = z.infer<(typeof testPostback)['response']>;
