import { Link } from '@tanstack/react-router';
import { useMayOpen } from '../session/session.ts';
import { Note } from '../ui/note.tsx';

/** Without a target no ad is judged; who may set one is led there. */
export function TargetHint() {
  const canSet = useMayOpen('/campaigns');
  return (
    <Note>
      Com uma meta de CPA ou ROAS, cada linha diz se as conversões ficam abaixo ou acima dela, ou se é cedo para saber.{' '}
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
