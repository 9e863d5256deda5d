// A call that makes something may be sent again with the key of the first try, for 24 hours: nothing is made twice.

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/** In the answer: when the first try was answered, as an instant. */
export const FIRST_ANSWERED_HEADER = 'idempotency-first-answered';

export const IDEMPOTENCY_KEY = /^[!-~]{1,128}$/;
