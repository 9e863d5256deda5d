import { z } from 'zod';
import { Instant } from '../primitives/time.ts';
import { defineContract } from './define-contract.ts';

/**
 * Tells an open screen that the company's figures changed, so that it asks again at once instead of at its next poll.
 * Carries no figures: the answer of record is always the query's.
 */
export const live = defineContract({
  name: 'live.figures',
  method: 'GET',
  path: '/api/live',
  access: 'viewer',
  personal: true,
  summary: 'Server-sent events `figures`, one whenever the company’s figures changed.',
  status: 200,
  response: z.object({ at: Instant }),
  stream: true,
});

export const liveContracts = [live];
