import { Link } from '@tanstack/react-router';
import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import { cn } from '../../ui/cn.ts';
import { usePlatform } from './platform.ts';

/** From one ad platform of the installation to another. */
export function PlatformTabs({ platforms }: { platforms: readonly AdPlatformDescriptor[] }) {
  const current = usePlatform();
  return (
    <nav aria-label="Plataformas de anúncios" className="mb-3 flex flex-wrap gap-2">
      {platforms.map(({ id, title, screen, colour }) => (
        <Link
          key={id}
          to={screen}
          aria-current={id === current.id ? 'page' : undefined}
          className={cn(
            'flex items-center gap-2 rounded-lg px-3 py-1.5 text-[13px] hover:bg-hover',
            id === current.id ? 'bg-sunken font-medium' : 'text-muted',
          )}
        >
          <span aria-hidden className="size-2 rounded-full" style={{ backgroundColor: colour }} />
          {title}
        </Link>
      ))}
    </nav>
  );
}
