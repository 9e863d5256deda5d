import { UNDO_HOURS_MAX } from '@tracker/schemas/ad-platforms/ad-action';
import { adPlatformName } from '@tracker/schemas/ad-platforms/ad-platforms';
import type { ListedAction } from '@tracker/schemas/contracts/ad-actions.contract';
import type { ListedAdObject } from '@tracker/schemas/contracts/ad-objects.contract';
import { HOUR_MS } from '@tracker/schemas/primitives/durations';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { serverTime } from '../data/server-clock.ts';
import { formatCurrency } from '../format/currencies.ts';
import { formatDayMonth, formatMinute } from '../format/days.ts';
import { formatAge } from '../format/durations.ts';
import type { BadgeLook } from '../ui/badge.tsx';

export type ActionKind = ListedAction['action'];

export const ACTION_LABELS: Readonly<Record<ActionKind, string>> = {
  pause: 'Pausar',
  resume: 'Retomar',
  budget: 'Mudar orçamento',
};

const LEVELS: Readonly<Record<ListedAdObject['level'], readonly [one: string, more: string]>> = {
  account: ['conta', 'contas'],
  campaign: ['campanha', 'campanhas'],
  adset: ['conjunto', 'conjuntos'],
  ad: ['anúncio', 'anúncios'],
};

/** '1 anúncio', '3 conjuntos' */
export const countedObjects = (level: ListedAdObject['level'], count: number): string =>
  `${count} ${LEVELS[level][count === 1 ? 0 : 1]}`;

export const PER: Readonly<Record<NonNullable<ListedAdObject['budget']>['kind'], string>> = {
  daily: 'por dia',
  lifetime: 'no total',
};

/** 'R$ 50,00 por dia' */
export const budgetText = ({
  kind,
  amount,
  currency,
}: Pick<NonNullable<ListedAdObject['budget']>, 'kind' | 'amount' | 'currency'>): string =>
  `${formatCurrency(amount, currency)} ${PER[kind]}`;

/** Spend is fetched every 20 minutes: older than that its age is shown. */
const STALE_SECONDS = 25 * 60;

/** 'gasto de 47 min atrás'; undefined while it is as new as it can be. */
export function staleSpendText(spendAt: string | null, nowMs: number): string | undefined {
  if (spendAt === null) return 'gasto ainda não sincronizado';
  const seconds = (nowMs - Date.parse(spendAt)) / 1_000;
  return seconds > STALE_SECONDS ? `gasto de ${formatAge(seconds).replace('há ', '')} atrás` : undefined;
}

/** Of several objects: as old as the oldest. */
export function staleOf(objects: readonly Pick<ListedAdObject, 'spendAt'>[]): string | undefined {
  const [oldest] = objects.map(({ spendAt }) => spendAt).toSorted((one, other) => msOf(one) - msOf(other));
  return oldest === undefined ? undefined : staleSpendText(oldest, serverTime());
}

const msOf = (instant: string | null): number => (instant === null ? 0 : Date.parse(instant));

export interface ActionBadge {
  readonly text: string;
  readonly look: BadgeLook;
  /** Why, in a sentence. */
  readonly reason: string | null;
}

const DOING: Readonly<Record<ActionKind, string>> = {
  pause: 'Pausando…',
  resume: 'Retomando…',
  budget: 'Mudando o orçamento…',
};
const DONE: Readonly<Record<ActionKind, string>> = {
  pause: 'pausado',
  resume: 'retomado',
  budget: 'orçamento mudado',
};

/** What the newest action of an object shows next to it; undefined where the platform has moved on since. */
export function actionBadge(
  action: ListedAction,
  object: Pick<ListedAdObject, 'switch' | 'budget'>,
  { userId, timeZone, nowMs }: { readonly userId: string; readonly timeZone: TimeZone; readonly nowMs: number },
): ActionBadge | undefined {
  const settledMs = action.settledAt === null ? nowMs : Date.parse(action.settledAt);
  // What was not done, or may not have been, is no news on another day.
  if (action.result !== 'done' && nowMs - settledMs > UNDO_HOURS_MAX * HOUR_MS) return undefined;
  switch (action.result) {
    case 'queued':
      return { text: DOING[action.action], look: 'secondary', reason: action.error };
    case 'unknown':
      return {
        text:
          action.settledAt === null ? `Conferindo no ${adPlatformName(action.platform)}` : 'Não se sabe se foi feito',
        look: 'warn',
        reason: action.error,
      };
    case 'refused':
      return { text: 'Não foi feito', look: 'destructive', reason: action.error };
    case 'done': {
      const isStill =
        action.action === 'budget'
          ? object.budget?.amount === action.after?.budget?.amount
          : object.switch === action.after?.switch;
      if (!isStill) return undefined;
      const by = action.byId === userId ? 'você' : action.by;
      return {
        text: `${DONE[action.action]} por ${by} ${momentText(action.settledAt ?? action.at, timeZone, nowMs)}`,
        look: 'secondary',
        reason: null,
      };
    }
  }
}

/** 'às 14:02'; of another day 'em 18/11 às 14:02'. */
function momentText(instant: string, timeZone: TimeZone, nowMs: number): string {
  const ms = Date.parse(instant);
  const day = dayOf(ms, timeZone);
  return `${day === dayOf(nowMs, timeZone) ? '' : `em ${formatDayMonth(day)} `}às ${formatMinute(ms, timeZone)}`;
}

/** ±20 % to the cent, in plain decimal. */
export const changedBy = (amount: string, percent: number): string =>
  ((Math.round(Number(amount) * 100) * (100 + percent)) / 10_000).toFixed(2);
