import { useMutation } from '@tanstack/react-query';
import { readConversionBuyer } from '@tracker/schemas/contracts/conversion-logs.contract';
import { hasRole } from '@tracker/schemas/roles';
import { Eye } from 'lucide-react';
import { call } from '../../data/call.ts';
import { failureToast } from '../../data/failure-toast.ts';
import { useSession } from '../../session/session.ts';

/** Who bought: hidden until a person who may see it asks, since each look is in the audit log. */
export function Buyer({ id }: { id: string }) {
  const { user } = useSession();
  const buyer = useMutation({
    mutationFn: () => call(readConversionBuyer, { params: { id } }),
    onError: (error) => failureToast('Comprador não encontrado', error, 'Não foi possível ler o comprador.'),
  });
  const { data } = buyer;
  const known = data && [data.name, data.email, data.phone && `+${data.phone}`].filter((text) => text !== null);
  const canSee = hasRole(user.role, readConversionBuyer.access);
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <dt className="text-muted">Comprador</dt>
      <dd className="min-h-6 break-words leading-6" aria-live="polite">
        {known ? known.join(' · ') || 'O checkout não enviou, ou a pessoa foi apagada.' : '••••••'}
      </dd>
      {canSee && !data && (
        <dd>
          <button
            type="button"
            aria-disabled={buyer.isPending}
            onClick={() => !buyer.isPending && buyer.mutate()}
            className="inline-flex items-center gap-1 rounded font-medium text-accent underline-offset-2 hover:underline"
          >
            <Eye size={13} aria-hidden /> Mostrar comprador
          </button>
        </dd>
      )}
    </div>
  );
}
