export type Delivered =
  | { readonly kind: 'sent' }
  /** The same message would be refused again. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** `isAway`: others of its channel would fail as well. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isAway?: boolean };
