import { adPlatformName } from '@tracker/schemas/ad-platforms/ad-platforms';
import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import { ExternalLink } from 'lucide-react';
import { Button } from '../ui/button.tsx';

interface OpenOnPlatformProps {
  object: ListedAdObject;
  /** Its sign alone. */
  isCompact?: boolean;
  tabIndex?: number;
}

/** The platform's own page about an object, where all can be done that is not done here. */
export function OpenOnPlatform({ object, isCompact = false, tabIndex }: OpenOnPlatformProps) {
  if (object.pageUrl === null) return null;
  const platform = adPlatformName(object.platform);
  return (
    <Button
      asChild
      look={isCompact ? 'ghost' : 'outline'}
      size={isCompact ? 'small-icon' : 'small'}
      className={isCompact ? 'min-w-8' : undefined}
    >
      <a
        href={object.pageUrl}
        target="_blank"
        rel="noreferrer"
        tabIndex={tabIndex}
        title={isCompact ? `Abrir no ${platform}` : undefined}
        aria-label={`Abrir ${object.name} no ${platform}, em outra aba`}
      >
        <ExternalLink size={14} aria-hidden />
        {!isCompact && ` Abrir no ${platform}`}
      </a>
    </Button>
  );
}
