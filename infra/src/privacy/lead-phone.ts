/** The encrypted person of the first post of a lead that had a phone, of `leads.first_phone`; '' without one. */
export const phoneBoxOf = (firstPhone: string | null | undefined): string => firstPhone?.split('|')[2] ?? '';
