import { useQuery, useQueryClient } from '@tanstack/react-query';
import { confirmEmail } from '@tracker/schemas/contracts/account-links.contract';
import { call } from '../../data/call.ts';
import { sentenceOf } from '../../data/failure-toast.ts';
import { useSearchState } from '../../data/use-search-state.ts';
import { recheck } from '../../session/session.ts';
import { VisitorLayout } from '../../shell/visitor-layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { CenteredSpinner } from '../../ui/spinner.tsx';

export default function ConfirmEmailScreen() {
  const [{ token }] = useSearchState('/confirm-email');
  const queryClient = useQueryClient();
  // A query, so that it is sent once for one opening of the link.
  const confirm = useQuery({
    queryKey: [confirmEmail.path, token],
    queryFn: async () => {
      await call(confirmEmail, { body: { token } });
      void recheck(queryClient);
      return true;
    },
  });
  if (confirm.isPending) return <CenteredSpinner />;
  return (
    <VisitorLayout
      title={confirm.isError ? 'Email não confirmado' : 'Email confirmado'}
      subtitle={
        confirm.isError
          ? sentenceOf(confirm.error, 'Não foi possível confirmar o email.')
          : 'O endereço agora é da sua conta: links de campanhas redirecionam, e a verificação em duas etapas pode ser ativada.'
      }
    >
      <LinkButton size="large" className="w-full" look="primary" to="/">
        Ir para o Dashboard
      </LinkButton>
    </VisitorLayout>
  );
}
