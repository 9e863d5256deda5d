import type { ConversionStatus } from '@tracker/schemas/checkouts/conversion-status';
import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';
import { STATUS_LABELS } from '@tracker/schemas/texts/conversions';
import type { BadgeLook } from '../../ui/badge.tsx';

export const STATUSES: Readonly<Record<ConversionStatus, { label: string; look: BadgeLook }>> = {
  pending: { label: STATUS_LABELS.pending, look: 'warn' },
  expired: { label: STATUS_LABELS.expired, look: 'secondary' },
  refused: { label: STATUS_LABELS.refused, look: 'secondary' },
  canceled: { label: STATUS_LABELS.canceled, look: 'secondary' },
  approved: { label: STATUS_LABELS.approved, look: 'good' },
  completed: { label: STATUS_LABELS.completed, look: 'good' },
  disputed: { label: STATUS_LABELS.disputed, look: 'warn' },
  partially_refunded: { label: STATUS_LABELS.partially_refunded, look: 'warn' },
  refunded: { label: STATUS_LABELS.refunded, look: 'destructive' },
  chargeback: { label: STATUS_LABELS.chargeback, look: 'destructive' },
  chargeback_reversed: { label: STATUS_LABELS.chargeback_reversed, look: 'good' },
};

/** The buyer of a pending order. */
export const NO_PHONE = { title: 'Sem telefone', description: 'Nenhum telefone é conhecido para este pedido.' };
export const PHONE_OF_LEAD = 'telefone de um lead com o mesmo email';

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

/** In a foreign currency that no one gave a rate for: it counts, and is in no sum. */
export const lacksRate = ({ revenue }: Pick<Conversion, 'revenue'>): boolean => revenue === null;
