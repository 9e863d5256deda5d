import { Link } from '@tanstack/react-router';
import { adPlatformName, adPlatformOf } from '@tracker/schemas/ad-platforms/ad-platforms';
import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import { useHasRole, useMayOpen } from '../session/session.ts';
import { Note } from '../ui/note.tsx';

/** A platform that could be acted on, if its connection were permitted to. */
const lacksPermission = ({ platform, switch: set, canChange }: ListedAdObject): boolean =>
  !canChange && (set === 'on' || set === 'off') && adPlatformOf(platform)?.actionScope != null;

/** Why rows have no buttons, and who can change that. */
export function ActionHints({ objects }: { objects: readonly ListedAdObject[] }) {
  const isEditor = useHasRole('editor');
  const canPermit = useMayOpen('/ad-platforms/$platform');
  const platforms = [...new Set(objects.filter(lacksPermission).map(({ platform }) => platform))];
  if (!isEditor) return null;
  return platforms.map((platform) => (
    <Note key={platform}>
      Para pausar e mudar orçamentos daqui, a conexão com o {adPlatformName(platform)} precisa da permissão de agir.{' '}
      {canPermit ? (
        <Link
          to={platform === 'facebook' ? '/facebook' : '/ad-platforms/$platform'}
          params={{ platform }}
          className="tap inline-flex h-6 items-center text-accent-ink max-sm:flex underline underline-offset-2"
        >
          Permitir agir
        </Link>
      ) : (
        'Peça a um administrador.'
      )}
    </Note>
  ));
}
