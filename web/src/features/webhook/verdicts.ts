import type { WebhookDelivery } from '@tracker/schemas/contracts/webhook.contract';
import type { BadgeLook } from '../../ui/badge.tsx';
import type { Verdict } from './search.ts';

export const VERDICT_TEXTS: Readonly<Record<Verdict, { label: string; look: BadgeLook; meaning: string }>> = {
  processed: { label: 'Processada', look: 'good', meaning: 'Virou uma conversão.' },
  duplicate: { label: 'Repetida', look: 'secondary', meaning: 'Uma entrega anterior já dizia o mesmo; conta uma vez.' },
  ignored: { label: 'Ignorada', look: 'secondary', meaning: 'O evento não fala de venda nem de lead.' },
  rejected: { label: 'Recusada', look: 'destructive', meaning: 'O segredo não confere.' },
  'dead-letter': { label: 'Não compreendida', look: 'warn', meaning: 'Guardada para ser reprocessada.' },
};

/** The fields that may differ after a delivery was processed again. */
export const outcomeOf = ({ verdict, reason, conversionId }: WebhookDelivery): string =>
  JSON.stringify([verdict, reason, conversionId]);
