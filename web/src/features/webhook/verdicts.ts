import type { WebhookDelivery } from '@tracker/schemas/contracts/webhook.contract';
import type { LookUpState } from '@tracker/schemas/look-ups/problems';
import type { BadgeLook } from '../../ui/badge.tsx';
import type { Verdict } from './search.ts';

export const VERDICT_TEXTS: Readonly<Record<Verdict, { label: string; look: BadgeLook; meaning: string }>> = {
  processed: { label: 'Processada', look: 'good', meaning: 'Virou uma conversão.' },
  duplicate: { label: 'Repetida', look: 'secondary', meaning: 'Uma entrega anterior já dizia o mesmo; conta uma vez.' },
  'look-up': {
    label: 'Aguarda consulta',
    look: 'blue',
    meaning: 'O aviso só traz um número. Nós consultamos a plataforma, e a resposta entra como outra entrega.',
  },
  ignored: { label: 'Ignorada', look: 'secondary', meaning: 'O evento não fala de venda nem de lead.' },
  rejected: { label: 'Recusada', look: 'destructive', meaning: 'O segredo não confere.' },
  'dead-letter': { label: 'Não compreendida', look: 'warn', meaning: 'Guardada para ser reprocessada.' },
};

const LOOKED_UP: Readonly<Record<LookUpState, { label: string; look: BadgeLook }>> = {
  waiting: { label: 'Aguarda consulta', look: 'blue' },
  answered: { label: 'Consultada', look: 'good' },
  failed: { label: 'Não consultada', look: 'destructive' },
};

/** The label of a delivery: of one whose checkout is asked, what became of the question. */
export const situationOf = ({ verdict, lookUp }: Pick<WebhookDelivery, 'verdict' | 'lookUp'>) => ({
  ...VERDICT_TEXTS[verdict],
  ...(verdict === 'look-up' && lookUp !== null && LOOKED_UP[lookUp]),
});

/** The fields that may differ after a delivery was processed again. */
export const outcomeOf = ({ verdict, lookUp, reason, conversionId }: WebhookDelivery): string =>
  JSON.stringify([verdict, lookUp, reason, conversionId]);
