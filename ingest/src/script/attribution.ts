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

export function attribute(model: Model, { stored, locked, paid }: Situation): Decision {
  const isFirst = model === 'firstpaid';
  const store = !stored || model === 'lastclick' || (paid && model !== 'firstclick' && !(isFirst && locked));
  return { store, lock: store && isFirst && paid };
}
