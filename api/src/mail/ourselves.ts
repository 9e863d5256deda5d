/** The sender of mails that no person's request makes us send: they count for their receiver alone. */
export const OURSELVES = { network: 'product', isOurSide: true } as const;
