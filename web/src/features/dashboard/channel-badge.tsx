import {
  createLucideIcon,
  ExternalLink,
  Globe,
  type LucideIcon,
  Mail,
  MessageCircleMore,
  MousePointerClick,
  Music2,
  Sprout,
  SquarePlay,
  Video,
} from 'lucide-react';
import { cn } from '../../ui/cn.ts';
import { type ChannelKind, type ChannelMark, channelMark } from './channel-kind.ts';

/** Marks of our own, read as the brand that they mean: the logos belong to their owners. */
const Lens = createLucideIcon('lens', [
  ['rect', { x: '3', y: '3', width: '18', height: '18', rx: '5', key: 'case' }],
  ['circle', { cx: '12', cy: '12', r: '4', key: 'lens' }],
  ['path', { d: 'M17 7h.01', key: 'flash' }],
]);

/** Icon (or letter) and colours of each kind; every pair reaches 4.5:1 in its theme. */
const LOOKS: Record<ChannelKind, { icon: LucideIcon | string; className: string }> = {
  facebook: { icon: 'f', className: 'bg-channel-facebook-soft text-channel-facebook' },
  instagram: { icon: Lens, className: 'bg-channel-instagram-soft text-channel-instagram' },
  google: { icon: 'G', className: 'bg-channel-google-soft text-channel-google' },
  youtube: { icon: SquarePlay, className: 'bg-channel-youtube-soft text-channel-youtube' },
  referral: { icon: ExternalLink, className: 'bg-channel-referral-soft text-channel-referral' },
  direct: { icon: MousePointerClick, className: 'bg-sunken text-soft-ink' },
  organic: { icon: Sprout, className: 'bg-channel-organic-soft text-channel-organic' },
  other: { icon: Globe, className: 'bg-sunken text-soft-ink' },
};

const MARKS: Record<ChannelMark, LucideIcon> = {
  tiktok: Music2,
  kwai: Video,
  whatsapp: MessageCircleMore,
  email: Mail,
};

export function ChannelIcon({ kind, name }: { kind: ChannelKind; name: string }) {
  const { icon, className } = LOOKS[kind];
  const mark = channelMark(name);
  const Icon = mark ? MARKS[mark] : icon;
  return (
    <span data-channel={mark ?? kind} className={cn('grid size-8 shrink-0 place-items-center rounded-lg', className)}>
      {typeof Icon === 'string' ? (
        <span aria-hidden className="font-bold text-lg leading-none">
          {Icon}
        </span>
      ) : (
        <Icon size={16} aria-hidden />
      )}
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
