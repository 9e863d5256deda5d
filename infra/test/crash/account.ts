import type { Format } from './checkouts.ts';

/** A conversion as its checkout knows it. */
export interface SaleEntry {
  readonly format: Format;
  readonly transaction: string;
  readonly cents: number;
  readonly clickId: string | undefined;
  /** The refund was acknowledged, in any order with the other posts. */
  readonly isRefunded: boolean;
}

/**
 * What the clients know to be acknowledged: an independent account, in cents, that the product's figures are compared with. It
 * shares no code with the product.
 */
export interface Account {
  readonly clickIds: Set<string>;
  /** Acknowledged page views; an attempt whose response was lost may be in the log too. */
  views: number;
  /** Keyed by format and transaction. */
  readonly sales: Map<string, SaleEntry>;
  /** E-mails; two posts of one person are one lead. */
  readonly leads: Set<string>;
  /** Posts that repeated acknowledged ones. */
  duplicates: number;
  /** Requests without a response: the log may or may not have their events. */
  readonly lostAnswers: { clicks: number; views: number; sales: number; leads: number };
  /** Responses that asked to retry. */
  refusals: number;
  acknowledged: number;
  /** Responses other than 2xx, 429 and 503. */
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

/** The revenue that the dashboard must show, in cents. */
export const revenueCents = ({ sales }: Account): number =>
  [...sales.values()].reduce((sum, sale) => sum + (sale.isRefunded ? 0 : sale.cents), 0);
