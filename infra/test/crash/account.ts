import type { Format } from './checkouts.ts';

/** One sale as its checkout knows it. */
export interface SaleEntry {
  readonly format: Format;
  readonly transaction: string;
  readonly cents: number;
  readonly clickId: string | undefined;
  /** Acknowledged to have been refunded, whatever was sent before or after. */
  readonly isRefunded: boolean;
}

/**
 * What the clients know to have been acknowledged: the independent recount that the product's figures are held against. It is kept by who
 * sent the events, in cents, and shares no code with the product.
 */
export interface Account {
  readonly clickIds: Set<string>;
  /** Views that were acknowledged; each attempt whose answer was lost may stand in the log as well. */
  views: number;
  /** By format and transaction. */
  readonly sales: Map<string, SaleEntry>;
  /** E-mails; two posts of one person are one lead. */
  readonly leads: Set<string>;
  /** Posts that repeated what had been acknowledged before. */
  duplicates: number;
  /** Requests without an answer: what they carried may or may not be in the log. */
  readonly lostAnswers: { clicks: number; views: number; sales: number; leads: number };
  /** Answers that said: come again. */
  refusals: number;
  acknowledged: number;
  /** Anything else than 2xx, 429 and 503. */
  readonly surprises: string[];
}

export type Kind = keyof Account['lostAnswers'];

export const newAccount = (): Account => ({
  clickIds: new Set(),
  views: 0,
  sales: new Map(),
  leads: new Set(),
  duplicates: 0,
  lostAnswers: { clicks: 0, views: 0, sales: 0, leads: 0 },
  refusals: 0,
  acknowledged: 0,
  surprises: [],
});

export const saleKey = (provider: string, transaction: string): string => `${provider} ${transaction}`;

/** Cents that must stand on the dashboard. */
export const revenueCents = ({ sales }: Account): number =>
  [...sales.values()].reduce((sum, sale) => sum + (sale.isRefunded ? 0 : sale.cents), 0);
