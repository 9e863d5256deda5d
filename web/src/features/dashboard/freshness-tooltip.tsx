import type { ReactNode } from 'react';
import { Tooltip, TooltipProvider } from '../../ui/tooltip.tsx';

const EXPLANATIONS = {
  live: 'Vendas e clicks aparecem aqui no mesmo instante.',
  polled: 'Os números se atualizam sozinhos a cada 30 segundos.',
  stopped: 'O servidor respondeu com um erro. Ele é perguntado de novo a cada 30 segundos.',
  lost: 'Os números são os da última atualização. Eles voltam a se atualizar sozinhos assim que houver conexão.',
};

interface FreshnessTooltipProps {
  state: keyof typeof EXPLANATIONS;
  children: ReactNode;
}

export default function FreshnessTooltip({ state, children }: FreshnessTooltipProps) {
  return (
    <TooltipProvider>
      <Tooltip text={EXPLANATIONS[state]}>{children}</Tooltip>
    </TooltipProvider>
  );
}
