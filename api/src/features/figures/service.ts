import { setTimeout as delay } from 'node:timers/promises';
import { askFigures, partsOfFigures } from '@tracker/figures/ask-figures';
import { askValues } from '@tracker/figures/ask-values';
import { costOfFatigue, costOfLag, costOfQuestion, costOfValues } from '@tracker/figures/cost-of-question';
import { type FigureDeps, rangeOf } from '@tracker/figures/plan';
import { readFatigue } from '@tracker/figures/special/ad-fatigue';
import { type ConversionLag, readConversionLag } from '@tracker/figures/special/conversion-lag';
import { askFunnel, costOfFunnel, type FunnelQuery } from '@tracker/figures/special/funnel';
import { unreadDaysOf } from '@tracker/figures/unread-days';
import { AppError } from '@tracker/infra/errors/app-error';
import type { AdFatigue, FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { FunnelAnswer } from '@tracker/schemas/contracts/funnel.contract';
import { finishedDays } from '@tracker/schemas/figures/change';
import {
  type FigurePeriod,
  type FigureQuery,
  type FigureValuesQuery,
  filterToText,
  SORTED_GROUPS_MAX,
} from '@tracker/schemas/figures/figure-query';
import { type FigureMetric, hasSpend } from '@tracker/schemas/figures/metrics';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import { unknownSpendText } from '@tracker/schemas/texts/unknown-spend';
import type { z } from 'zod';
import type { Insider, Principal } from '../../http/access.ts';
import type { CsvFile, CsvRow } from '../../http/csv.ts';
import type { Page } from '../../http/page.ts';
import { filteredFile } from '../../lists/filtered-lists.ts';
import { inOrderOfRanks, type SortedRow } from '../../lists/sorted-rows.ts';
import { recordExport } from '../../store/audit.ts';
import { comparedInWords, type FigureColumns, figureColumns } from './figure-file.ts';
import { createFigureLimits } from './limits.ts';

/** A file of more groups than an answer has is made of parts of so many. */
const PART_GROUPS = SORTED_GROUPS_MAX;
/** Its rows are put away, compressed, until they can be ordered. */
export const EXPORT_GROUPS_MAX = 2_000_000;
const PART_REFUSED_MAX = 10;

export interface FigureService {
  ask(principal: Principal, asked: FigureQuery): Promise<FigureAnswer>;
  /** The rows of the question as a file, with the changes of these metrics where it compares; the export is recorded in the audit log. */
  file(principal: Insider, asked: FigureQuery, changes: readonly FigureMetric[]): Promise<CsvFile>;
  funnel(principal: Principal, asked: FunnelQuery): Promise<FunnelAnswer>;
  values(principal: Principal, asked: FigureValuesQuery): Promise<Page<{ key: string; label: string }>>;
  fatigue(principal: Principal): Promise<AdFatigue>;
  lag(principal: Principal, asked: z.output<typeof FigurePeriod>): Promise<ConversionLag>;
}

export function createFigureService(deps: FigureDeps): FigureService {
  const limits = createFigureLimits(deps.clock);
  const ask = (principal: Principal, asked: FigureQuery) =>
    limits.run(principal, costOfQuestion(principal.asker, asked), () => askFigures(deps, principal.asker, asked));
  /** Limits are those of questions: a part that is refused for now is asked for again. */
  async function askPart<T>(principal: Insider, question: FigureQuery, work: () => Promise<T>): Promise<T> {
    for (let refused = 0; ; refused += 1) {
      try {
        return await limits.run(principal, costOfQuestion(principal.asker, question), work);
      } catch (error) {
        if (!(error instanceof AppError) || error.retryAfterSeconds === undefined || refused === PART_REFUSED_MAX)
          throw error;
        await delay(error.retryAfterSeconds * 1_000);
      }
    }
  }

  async function* inParts(
    principal: Insider,
    asked: FigureQuery,
    { groups, cellsOf }: { readonly groups: number } & Pick<FigureColumns, 'cellsOf'>,
    apart: FigureQuery | undefined,
  ): AsyncGenerator<SortedRow[]> {
    const of = Math.ceil(groups / PART_GROUPS);
    const [read, readOthers] = await Promise.all([
      partsOfFigures(deps, principal.asker, asked),
      apart && partsOfFigures(deps, principal.asker, apart),
    ]);
    for (let index = 0; index < of; index += 1) {
      const rows = await askPart(principal, asked, () => read({ index, of }));
      const others = apart && readOthers && (await askPart(principal, apart, () => readOthers({ index, of })));
      const cells = cellsOf(rows, others);
      yield rows.map(({ rank }, place) => ({ rank, cells: cells[place] as CsvRow }));
    }
  }

  return {
    ask,
    async file(principal, asked, changes) {
      const { from, to, by, filters, compare, metrics } = asked;
      const day = dayOf(deps.clock.now(), principal.timeZone);
      const askAll = (question: FigureQuery) => ask(principal, { ...question, limit: SORTED_GROUPS_MAX });
      // As on screen: an own period is compared whole.
      const finished = typeof compare === 'string' ? finishedDays(asked, day) : undefined;
      const shown: FigureQuery = finished ? { ...asked, compare: undefined } : asked;
      const apart: FigureQuery | undefined = finished && { ...asked, ...finished, metrics: [...changes] };
      const answer = await askAll(shown);
      const compared = apart && (await askAll(apart));
      const f = filters.map(filterToText);
      await recordExport(deps.postgres, principal, 'analytics.export', {
        ...{ groupBy: by, startDate: from, endDate: to },
        ...(f.length > 0 && { f }),
      });
      const { header, cellsOf } = figureColumns({ asked, answer, compared, changes });
      const isInAnswer = !answer.isCut || answer.groups > EXPORT_GROUPS_MAX;
      const rows = isInAnswer
        ? cellsOf(answer.rows, compared?.rows)
        : inOrderOfRanks(inParts(principal, shown, { groups: answer.groups, cellsOf }, apart));
      const file = { filename: `analytics-export-${day}.csv`, header, rows };
      const isUnknown = metrics.some((metric) => hasSpend(metric) && answer.total.values[metric] == null);
      const unread = isUnknown
        ? await unreadDaysOf(deps, principal.asker, rangeOf(deps, principal, asked), filters)
        : 0;
      const words = comparedInWords(compared ?? answer, { isApart: finished !== undefined, ...principal });
      return filteredFile(deps, principal, {
        ...{ asked: { startDate: from, endDate: to, f }, file },
        words: [...words, ...(unread > 0 ? [unknownSpendText(unread)] : [])],
        cut: answer.isCut && isInAnswer ? { rows: answer.rows.length, of: answer.groups } : undefined,
      });
    },
    funnel: (principal, asked) =>
      limits.run(principal, costOfFunnel(asked), () => askFunnel(deps, principal.asker, asked)),
    values: (principal, asked) =>
      limits.run(principal, costOfValues(principal.asker, asked), () => askValues(deps, principal.asker, asked)),
    fatigue: (principal) => limits.run(principal, costOfFatigue(), () => readFatigue(deps, principal.asker)),
    lag: (principal, asked) =>
      limits.run(principal, costOfLag(asked), () => readConversionLag(deps, principal.asker, asked)),
  };
}
