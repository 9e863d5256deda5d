import { adPlatformName } from '@tracker/schemas/ad-platforms/ad-platforms';
import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import { ExternalLink } from 'lucide-react';
import { Button } from '../ui/button.tsx';

/** The platform's own page about an object, where all can be done that is not done here. */
export function OpenOnPlatform({ object }: { object: ListedAdObject }) {
  if (object.pageUrl === null) return null;
  const platform = adPlatformName(object.platform);
  return (
    <Button asChild look="outline" size="small">
      <a
        href={object.pageUrl}
        target="_blank"
        rel="noreferrer"
        aria-label={`Abrir ${object.name} no ${platform}, em outra aba`}
      >
        <ExternalLink size={14} aria-hidden /> Abrir no {platform}
      </a>
    </Button>
  );
}
