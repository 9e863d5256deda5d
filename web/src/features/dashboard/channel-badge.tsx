import {
  Camera,
  CirclePlay,
  ExternalLink,
  Globe,
  type LucideIcon,
  MousePointerClick,
  Search,
  Sprout,
  ThumbsUp,
} from 'lucide-react';
import { cn } from '../../ui/cn.ts';
import type { ChannelKind } from './channel-kind.ts';

/** Icon and colours of each kind; every pair reaches 4.5:1 in its theme. */
const LOOKS: Record<ChannelKind, { icon: LucideIcon; className: string }> = {
  facebook: { icon: ThumbsUp, className: 'bg-channel-facebook-soft text-channel-facebook' },
  instagram: { icon: Camera, className: 'bg-channel-instagram-soft text-channel-instagram' },
  google: { icon: Search, className: 'bg-channel-google-soft text-channel-google' },
  youtube: { icon: CirclePlay, className: 'bg-channel-youtube-soft text-channel-youtube' },
  referral: { icon: ExternalLink, className: 'bg-channel-referral-soft text-channel-referral' },
  direct: { icon: MousePointerClick, className: 'bg-sunken text-soft-ink' },
  organic: { icon: Sprout, className: 'bg-channel-organic-soft text-channel-organic' },
  other: { icon: Globe, className: 'bg-sunken text-soft-ink' },
};

export function ChannelIcon({ kind }: { kind: ChannelKind }) {
  const { icon: Icon, className } = LOOKS[kind];
  return (
    <span data-channel={kind} className={cn('grid size-8 shrink-0 place-items-center rounded-lg', className)}>
      <Icon size={16} aria-hidden />
    </span>
  );
}

export const ChannelBadge = ({ kind, name }: { kind: ChannelKind; name: string }) => (
  <span
    title={name}
    className={cn(
      'max-w-full truncate rounded-md px-1.5 py-0.5 font-medium text-[13px] leading-4',
      LOOKS[kind].className,
    )}
  >
    {name}
  </span>
);
