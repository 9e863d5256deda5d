import type { SyncRun } from '@tracker/schemas/contracts/ad-platforms.contract';
import { formatDuration } from '../../format/durations.ts';

/** Specification §9. */
export const HISTORY_SHOWN = 5;

export const TRIGGER_LABELS: Record<SyncRun['trigger'], string> = {
  manual: 'manual',
  all: 'todas as campanhas',
  today: 'gasto de hoje',
  linked: 'ao conectar',
  intraday: 'durante o dia',
  nightly: 'automática',
  'catch-up': 'automática, atrasada',
};

/** Specification §2.11. */
export const runError = ({ error }: Pick<SyncRun, 'error'>): string => error || 'Erro desconhecido';

/** 400 → 'menos de 1 s', 61000 → '1 min 1 s'. */
export const durationText = (ms: number): string => (ms < 1_000 ? 'menos de 1 s' : formatDuration(ms / 1_000));
