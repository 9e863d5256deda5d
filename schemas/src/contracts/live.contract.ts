import { z } from 'zod';
import { Instant } from '../primitives/time.ts';
import { defineContract } from './define-contract.ts';

/**
 * Notifies an open screen that figures of its tenant changed, so that it asks at once instead of at its next poll. It carries no
 * figures: the answer of the query is the source of truth.
 */
export const live = defineContract('live.figures', 'GET /api/live', 'viewer', {
  personal: true,
  summary: 'Server-sent events `figures`, one whenever the company’s figures changed; `beat` every 20 seconds.',
  response: z.object({ at: Instant }),
  stream: true,
});
