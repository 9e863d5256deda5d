import { CHECKOUTS } from './generated/checkouts.ts';
import type { CheckoutId } from './registry.ts';

/** Of a secret that a seller types. So long that guesses, of which a network has twenty in ten minutes, find none. */
export const TYPED_SECRET_LENGTH_MIN = 16;

export const isWeakSecret = (checkout: CheckoutId, secret: string): boolean =>
  CHECKOUTS[checkout].secretFrom === 'seller' && secret.length < TYPED_SECRET_LENGTH_MIN;
