import { Link } from '@tanstack/react-router';
import { useMayOpen } from '../session/session.ts';
import { Note } from '../ui/note.tsx';

/** Before the first conversion nothing says what one may cost; who may set a target is led there. */
export function TargetHint() {
  const canSet = useMayOpen('/campaigns');
  return (
    <Note>
      O ponto de equilíbrio se conhece com a primeira venda verificada de um anúncio. Até lá, só com uma meta de CPA as
      linhas dizem se as conversões ficam abaixo ou acima dela.{' '}
      {canSet && (
        <Link
          to="/campaigns"
          className="tap inline-flex h-6 items-center text-accent-ink max-sm:flex underline underline-offset-2"
        >
          Definir em uma campanha
        </Link>
      )}
    </Note>
  );
}
