import type { LinkOrigin } from '@tracker/schemas/contracts/ad-platforms.contract';
import { Badge } from '../../ui/badge.tsx';

/** How a link came about that no person chose. */
export function OriginBadge({ origin }: { origin: LinkOrigin }) {
  if (origin === 'hand') return null;
  return (
    <Badge look={origin === 'clicks' ? 'blue' : 'gray'}>{origin === 'clicks' ? 'pelos clicks' : 'pela conta'}</Badge>
  );
}
