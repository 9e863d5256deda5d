/**
 * What ROAS and ROI compare: all revenue with spend ('gross', as the specification's formulas), or what remains after taxes, fees and costs
 * ('net'). Profit is always net. Kept in the URL; the default leaves no trace.
 */
export type Basis = 'gross' | 'net';

export interface BasisSearch {
  basis?: 'net' | undefined;
}

export const parseBasisSearch = ({ basis }: Record<string, unknown>): BasisSearch => (basis === 'net' ? { basis } : {});

export const searchOfBasis = (basis: Basis): BasisSearch => ({ basis: basis === 'net' ? basis : undefined });
