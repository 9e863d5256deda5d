// What an ad platform has set for a row: whether it runs, its picture, its budget.
import { adPlatformOf } from '@tracker/schemas/ad-platforms/ad-platforms';
import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import { Image } from 'lucide-react';
import { useState } from 'react';
import { PER } from '../ad-actions/action-texts.ts';
import { inTab } from '../data/tab-tenant.ts';
import { formatCurrency } from '../format/currencies.ts';
import { NO_FIGURE } from '../format/figures.ts';
import { cn } from '../ui/cn.ts';

type Running = 'runs' | 'stopped' | 'problem';

/** The platform's first word is that of what runs, and the rest is stopped by people or by the platform. */
function runningOf({ platform, level, effectiveStatus }: ListedAdObject): Running {
  const descriptor = adPlatformOf(platform);
  if (level === 'account') {
    return String(descriptor?.accountStatuses[0]?.status) === effectiveStatus ? 'runs' : 'problem';
  }
  const [running] = Object.keys(descriptor?.campaignStatuses ?? {});
  if (effectiveStatus === running) return 'runs';
  return /PAUSED|ARCHIVED|DELETED/.test(effectiveStatus) ? 'stopped' : 'problem';
}

/** 'ativo no Facebook', 'pausada no Facebook'; of an ad and its set in their gender. */
export function stateText(object: ListedAdObject): string {
  const { platform, level, effectiveStatus } = object;
  const descriptor = adPlatformOf(platform);
  const word =
    level === 'account'
      ? (descriptor?.accountStatuses.find(({ status }) => String(status) === effectiveStatus)?.label.toLowerCase() ??
        'inativa')
      : (descriptor?.campaignStatuses[effectiveStatus] ?? effectiveStatus.toLowerCase().replaceAll('_', ' '));
  const inGender = level === 'ad' || level === 'adset' ? word.replace(/a$/, 'o') : word;
  return `${inGender} no ${descriptor?.name ?? platform}`;
}

const DOTS: Readonly<Record<Running, string>> = {
  runs: 'bg-good',
  stopped: 'border-2 border-muted',
  problem: 'bg-warn',
};

/** Without a state its place stays: names stand below each other. */
export function StateDot({ object }: { object: ListedAdObject | undefined }) {
  if (!object) return <span aria-hidden className="size-2 shrink-0" />;
  const text = stateText(object);
  return (
    <span title={text} className={cn('size-2 shrink-0 rounded-full', DOTS[runningOf(object)])}>
      <span className="sr-only">{text}</span>
    </span>
  );
}

/** The small picture of an ad; where none comes, a sign in its place. */
export function Thumbnail({ object }: { object: ListedAdObject | undefined }) {
  const url = object?.thumbnailUrl;
  const [failed, setFailed] = useState<string>();
  const box = 'size-7 shrink-0 overflow-hidden rounded-md bg-sunken';
  if (!url || failed === url) {
    return (
      <span aria-hidden className={cn(box, 'grid place-items-center text-muted')}>
        <Image size={14} />
      </span>
    );
  }
  return (
    <img
      src={inTab(url)}
      alt=""
      loading="lazy"
      decoding="async"
      width={28}
      height={28}
      onError={() => setFailed(url)}
      className={cn(box, 'object-cover')}
    />
  );
}

/** Its own budget, or whose it shares. */
export function ownBudgetText(object: ListedAdObject | undefined): { text: string; note?: string } {
  if (!object?.budget) return { text: NO_FIGURE };
  const { amount, currency, kind, level } = object.budget;
  const text = formatCurrency(amount, currency);
  if (level === object.level) return { text, note: PER[kind] };
  return {
    text: NO_FIGURE,
    note: `${level === 'campaign' ? 'Da campanha' : 'Do conjunto'}: ${text} ${PER[kind]}`,
  };
}
