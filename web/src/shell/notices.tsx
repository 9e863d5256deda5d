import { Link } from '@tanstack/react-router';
import type { ConnectionWarning, CurrentUser } from '@tracker/schemas/contracts/auth.contract';
import { lazy } from 'react';
import { useClockAhead } from '../data/server-clock.ts';
import { useSession } from '../session/session.ts';
import { LatePart } from '../ui/late-part.tsx';
import { Notice } from '../ui/notice.tsx';

// It comes after the sentence and moves nothing.
const ResendButton = lazy(() => import('./resend-button.tsx'));
// Known with the answers.
const WrongClock = lazy(() => import('./late-notices.tsx'));

const TEXTS: Readonly<Record<ConnectionWarning, string>> = {
  'proxy-not-trusted':
    'Há um proxy na frente do produto que TRUST_PROXY não informa: todos os visitantes aparecem com o mesmo endereço IP. Avise quem opera o servidor.',
  'https-not-public':
    'O acesso é por https, mas PUBLIC_URL não informa isso: os cookies não ficam protegidos. Avise quem opera o servidor.',
};

/**
 * Warnings about the connection come to administrators alone. Part of the first render: loaded later, they would push the screen down.
 */
export function Notices() {
  const { warnings = [], mustConfirmEmail, unverifiedLimitReached } = useSession();
  const aheadMs = useClockAhead();
  return (
    <>
      {aheadMs !== 0 && (
        <LatePart>
          <WrongClock aheadMs={aheadMs} />
        </LatePart>
      )}
      {warnings.map((warning) => (
        <Notice key={warning}>{TEXTS[warning]}</Notice>
      ))}
      {mustConfirmEmail && (
        <Notice>
          <ConfirmEmail what={mustConfirmEmail} />
        </Notice>
      )}
      {unverifiedLimitReached && <UnverifiedLimit />}
    </>
  );
}

const WAITING: Readonly<Record<NonNullable<CurrentUser['mustConfirmEmail']>, string>> = {
  tenant:
    'Até lá, os links das campanhas não redirecionam, convites não podem ser enviados e a verificação em duas etapas não pode ser ativada. Sem confirmação em 7 dias e sem visitas, a conta é encerrada.',
  person: 'Até lá, a verificação em duas etapas não pode ser ativada.',
};

export function ConfirmEmail({ what }: { what: keyof typeof WAITING }) {
  const { email } = useSession().user;
  return (
    <>
      Confirme o seu email pelo link que enviamos para {email}. {WAITING[what]}{' '}
      <LatePart>
        <ResendButton />
      </LatePart>
    </>
  );
}

const UnverifiedLimit = () => (
  <Notice>
    Vendas sem chave passaram do limite do dia, e parte delas está fora dos números. Envie-as com a chave, que está no{' '}
    <Link to="/webhook" className="font-medium underline underline-offset-2">
      endereço do webhook
    </Link>
    .
  </Notice>
);
