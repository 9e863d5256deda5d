// A call that makes something may be sent again with the key of the first try, for 24 hours: nothing is made twice.
import { z } from 'zod';

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/** In the answer: when the first try was answered, as an instant. */
export const FIRST_ANSWERED_HEADER = 'idempotency-first-answered';

const KEY_MAX = 128;
export const IdempotencyKey = z.string().regex(new RegExp(`^[!-~]{1,${KEY_MAX}}$`));
