import type { WebhookKey } from '@tracker/schemas/contracts/webhook.contract';
import { KeyRound, SearchCheck, SearchX, ShieldOff } from 'lucide-react';
import { MadeByNote } from '../../data/made-by.tsx';
import { Badge, type BadgeLook } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

type LookUp = NonNullable<WebhookKey['lookUp']>;

function stateOf({ tokenEnd, account, problem }: LookUp): { look: BadgeLook; label: string; explanation: string } {
  if (tokenEnd === null) {
    return {
      look: 'warn',
      label: 'Falta',
      explanation: 'Os avisos desta plataforma só trazem um número. Sem o token não sabemos o que foi vendido.',
    };
  }
  const name = [
    tokenEnd === '' ? 'Token gravado.' : `Token ••••${tokenEnd}.`,
    account ? ` Conta ${account}.` : '',
  ].join('');
  if (problem !== null) return { look: 'destructive', label: 'Recusado', explanation: `${name} ${problem}` };
  return { look: 'good', label: 'Definido', explanation: `${name} Cada aviso é consultado na sua conta.` };
}

const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** The token with which the checkout is asked, and what waits for it. */
export function LookUpToken({ lookUp, onSet, onRemove }: { lookUp: LookUp; onSet: () => void; onRemove: () => void }) {
  const { look, label, explanation } = stateOf(lookUp);
  const Icon = look === 'good' ? SearchCheck : SearchX;
  const { waiting, failed, tokenEnd } = lookUp;
  const counts = [
    ...(waiting > 0 ? [countOf(waiting, 'aviso aguarda consulta', 'avisos aguardam consulta')] : []),
    ...(failed > 0 ? [countOf(failed, 'não foi consultado', 'não foram consultados')] : []),
  ];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex items-center gap-2 font-medium text-sm">
          Token de consulta
          <Badge look={look}>
            <Icon size={13} aria-hidden />
            {label}
          </Badge>
        </p>
        <p className="text-[13px] text-muted">{explanation}</p>
        <MadeByNote verb="Definido" by={lookUp.madeBy} />
        {counts.length > 0 && (
          <p role="status" className="figure text-[13px] text-warn">
            {counts.join(', ')}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="outline" size="small" onClick={onSet}>
          <KeyRound size={14} aria-hidden /> {tokenEnd === null ? 'Definir token' : 'Trocar token'}
        </Button>
        {tokenEnd !== null && (
          <Button look="outline" size="small" onClick={onRemove}>
            <ShieldOff size={14} aria-hidden /> Remover token
          </Button>
        )}
      </div>
    </div>
  );
}
