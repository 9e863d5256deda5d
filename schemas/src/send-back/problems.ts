import { z } from 'zod';
import { AdPlatformProblem } from '../ad-platforms/problems.ts';

/** Why a GET request to a tenant's address failed. */
export const PostbackProblem = z.discriminatedUnion('code', [
  z.object({
    code: z.enum([
      'url_refused',
      'port_refused',
      'host_not_found',
      'internal_address',
      'server_no_answer',
      'certificate_invalid',
      'server_redirected',
    ]),
  }),
  z.object({ code: z.literal('server_late'), seconds: z.number() }),
  z.object({ code: z.literal('server_error'), status: z.number().int() }),
]);
export type PostbackProblem = z.infer<typeof PostbackProblem>;

const OutboxProblem = z.object({
  code: z.enum([
    'conversion_not_ready',
    'conversion_not_approved',
    'buyer_erased',
    'send_defect',
    'send_expired',
    'token_unreadable',
    'settings_outdated',
    'switched_off',
    'below_minimum',
  ]),
});

/** Why a conversion has not arrived at a destination, as `outbox` and `destinations` store it; in words: `texts/send-back.ts`. */
export const SendProblem = z.union([OutboxProblem, PostbackProblem, AdPlatformProblem]);
export type SendProblem = z.infer<typeof SendProblem>;
