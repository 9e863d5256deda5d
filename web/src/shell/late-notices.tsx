import { formatDuration } from '../format/durations.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toast-store.ts';

/** Of a computer whose clock differs from the server's. */
export default function WrongClock({ aheadMs }: { aheadMs: number }) {
  return (
    <Notice>
      O relógio deste computador está {formatDuration(Math.abs(aheadMs) / 1_000)}{' '}
      {aheadMs > 0 ? 'adiantado' : 'atrasado'}. Os dias e as horas aqui são os do servidor.
    </Notice>
  );
}

/** The address named a company that the person is not in. */
export const sayRefusedTenant = (): void =>
  toast({
    look: 'destructive',
    title: 'Você não faz parte desta empresa',
    description: 'O endereço é de uma empresa da qual você não faz parte. Esta é a sua.',
  });
