import type { Format } from './checkouts.ts';

/** A conversion as its checkout knows it. */
export interface AccountedConversion {
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
  /** Click ids whose visitor went to a checkout, acknowledged once or twice. */
  readonly opened: Set<string>;
  /** Keyed by format and transaction. */
  readonly conversions: Map<string, AccountedConversion>;
  /** E-mails; two posts of one person are one lead. */
  readonly leads: Set<string>;
  /** Posts that repeated acknowledged ones. */
  duplicates: number;
  /** Requests without a response: the log may or may not have their events. */
  readonly lostAnswers: {
    clicks: number;
    views: number;
    checkouts: number;
    conversions: number;
    leads: number;
  };
  /** Responses that asked to retry. */
  refusals: number;
  /** The same by status, endpoint and code, as in '503 POST /conversion unavailable'. */
  readonly refusalsBy: Map<string, number>;
  acknowledged: number;
  /** Responses other than 2xx, 429 and 503. */
  readonly surprises: string[];
}

export type Kind = keyof Account['lostAnswers'];

export const newAccount = (): Account => ({
  clickIds: new Set(),
  views: 0,
  opened: new Set(),
  conversions: new Map(),
  leads: new Set(),
  duplicates: 0,
  lostAnswers: { clicks: 0, views: 0, checkouts: 0, conversions: 0, leads: 0 },
  refusals: 0,
  refusalsBy: new Map(),
  acknowledged: 0,
  surprises: [],
});

export const conversionKey = (provider: string, transaction: string): string => `${provider} ${transaction}`;

/** The revenue that the dashboard must show, in cents. */
export const revenueCents = ({ conversions }: Account): number =>
  [...conversions.values()].reduce((sum, conversion) => sum + (conversion.isRefunded ? 0 : conversion.cents), 0);
