import type { SendResults, SendState } from '@tracker/schemas/contracts/send-back.contract';
import type { BadgeLook } from '../ui/badge.tsx';
import { formatCounted } from './figures.ts';

export const SEND_STATES: Readonly<Record<SendState, { label: string; look: BadgeLook }>> = {
  waiting: { label: 'Aguardando', look: 'blue' },
  sent: { label: 'Enviada', look: 'good' },
  failed: { label: 'Não enviada', look: 'destructive' },
  expired: { label: 'Prazo encerrado', look: 'destructive' },
};

/** 'Últimos 7 dias: 12 vendas enviadas, 1 aguardando, 2 não enviadas'. */
export function resultsText({ sent, waiting, failed }: SendResults): string {
  const parts = [
    formatCounted(sent, 'venda enviada', 'vendas enviadas'),
    ...(waiting > 0 ? [`${waiting} aguardando`] : []),
    ...(failed > 0 ? [formatCounted(failed, 'não enviada', 'não enviadas')] : []),
  ];
  return `Últimos 7 dias: ${parts.join(', ')}`;
}
