import type { ConversionStatus } from '@tracker/schemas/checkouts/conversion-status';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
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

const ORIGIN_NOTES: Readonly<Record<Conversion['attribution'], string | null>> = {
  click: null,
  manual: 'atribuída à mão',
  utm: 'pelas UTMs da venda',
  none: null,
};

/** Where the buyer came from. `note`: how it is known, when not by a click. */
export const originOf = ({
  channel,
  adName,
  adId,
  attribution,
}: Pick<Conversion, 'channel' | 'adName' | 'adId' | 'attribution'>) => ({
  channel: attribution === 'none' ? null : channel === 'direct' ? 'Direct' : channel,
  ad: adName ?? adId,
  note: ORIGIN_NOTES[attribution],
});

const TYPES: Readonly<Record<string, string>> = { purchase: 'Compra', lead: 'Lead' };
export const typeLabel = (type: string): string => TYPES[type] ?? type;

/** In a foreign currency that nobody gave a rate for: it counts, and is in no sum. */
export const lacksRate = ({ revenue }: Pick<Conversion, 'revenue'>): boolean => revenue === null;
