// The attribution models: which click gets the conversion. Checkout links and conversions carry the stored click id.

export type Model = 'firstclick' | 'lastclick' | 'firstpaid' | 'lastpaid';

export interface Situation {
  /** An id is stored already. */
  readonly stored: boolean;
  /** The stored id belongs to a paid click, under `firstpaid`. */
  readonly locked: boolean;
  readonly paid: boolean;
}

export interface Decision {
  /** The new click id replaces the stored one. */
  readonly store: boolean;
  /** From now on nothing takes its place. */
  readonly lock: boolean;
}

const KEEP: Decision = { store: false, lock: false };

export function attribute(model: Model, { stored, locked, paid }: Situation): Decision {
  const lock = model === 'firstpaid' && paid;
  if (!stored) return { store: true, lock };
  if (model === 'firstclick' || (model === 'firstpaid' && locked)) return KEEP;
  return model === 'lastclick' || paid ? { store: true, lock } : KEEP;
}
