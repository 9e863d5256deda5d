import type { ConversionStatus } from '@tracker/schemas/checkouts/conversion-status';
import type { Conversion } from '@tracker/schemas/contracts/activity.contract';
import type { BadgeLook } from '../../ui/badge.tsx';

export const STATUSES: Readonly<Record<ConversionStatus, { label: string; look: BadgeLook }>> = {
  pending: { label: 'Pendente', look: 'warn' },
  expired: { label: 'Expirada', look: 'secondary' },
  refused: { label: 'Recusada', look: 'secondary' },
  canceled: { label: 'Cancelada', look: 'secondary' },
  approved: { label: 'Aprovada', look: 'good' },
  completed: { label: 'Concluída', look: 'good' },
  disputed: { label: 'Em disputa', look: 'warn' },
  partially_refunded: { label: 'Reembolso parcial', look: 'warn' },
  refunded: { label: 'Reembolsada', look: 'destructive' },
  chargeback: { label: 'Chargeback', look: 'destructive' },
  chargeback_reversed: { label: 'Chargeback revertido', look: 'good' },
};

/** Specification §4. */
export const kindOf = ({ clickId }: Pick<Conversion, 'clickId'>): { label: string; look: BadgeLook } =>
  clickId === null ? { label: 'Conversão Direta', look: 'secondary' } : { label: 'Com Tracking', look: 'default' };

const TYPES: Readonly<Record<string, string>> = { purchase: 'Compra', lead: 'Lead' };
export const typeLabel = (type: string): string => TYPES[type] ?? type;

const PROVIDERS: Readonly<Record<string, string>> = {
  'own-checkout': 'Checkout próprio',
  generic: 'Genérico',
  orders: 'Pedidos (UTMify)',
  'perfect-pay': 'Perfect Pay',
};

/** Most are called as their id, but for the first letter. */
export const providerLabel = (provider: string): string =>
  PROVIDERS[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1);

/** In a foreign currency that nobody gave a rate for: it counts, and is in no sum. */
export const lacksRate = ({ revenue }: Pick<Conversion, 'revenue'>): boolean => revenue === null;
