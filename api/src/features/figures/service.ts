import { askFigures, type FigureDeps } from '@tracker/figures/ask-figures';
import { askValues } from '@tracker/figures/ask-values';
import { type ConversionLag, readConversionLag } from '@tracker/figures/conversion-lag';
import { costOfLag, costOfQuestion, costOfValues } from '@tracker/figures/cost-of-question';
import { askFunnel, costOfFunnel, type FunnelQuery } from '@tracker/figures/funnel';
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { FunnelAnswer } from '@tracker/schemas/contracts/funnel.contract';
import {
  type FigurePeriod,
  type FigureQuery,
  type FigureValuesQuery,
  filterToText,
  SORTED_GROUPS_MAX,
} from '@tracker/schemas/figures/figure-query';
import { dayOf } from '@tracker/schemas/primitives/tenant-day';
import type { z } from 'zod';
import type { Insider, Principal } from '../../http/access.ts';
import type { CsvFile } from '../../http/csv.ts';
import { filteredFile } from '../../lists/filtered-lists.ts';
import { recordExport } from '../../store/audit.ts';
import { figureFile } from './figure-file.ts';
import { createFigureLimits } from './limits.ts';

export interface FigureService {
  ask(principal: Principal, asked: FigureQuery): Promise<FigureAnswer>;
  /** The rows of the question as a file; the export is recorded in the audit log. */
  file(principal: Insider, asked: FigureQuery): Promise<CsvFile>;
  funnel(principal: Principal, asked: FunnelQuery): Promise<FunnelAnswer>;
  values(principal: Principal, asked: FigureValuesQuery): Promise<{ key: string; label: string }[]>;
  lag(principal: Principal, asked: z.output<typeof FigurePeriod>): Promise<ConversionLag>;
}

export function createFigureService(deps: FigureDeps): FigureService {
  const limits = createFigureLimits(deps.clock);
  return {
    ask: (principal, asked) => limits.run(principal, costOfQuestion(asked), () => askFigures(deps, principal, asked)),
    async file(principal, asked) {
      const answer = await limits.run(principal, costOfQuestion(asked), () =>
        askFigures(deps, principal, { ...asked, limit: SORTED_GROUPS_MAX }),
      );
      const { from, to, by, filters } = asked;
      const f = filters.map(filterToText);
      await recordExport(deps.postgres, principal, 'analytics.export', {
        ...{ groupBy: by, startDate: from, endDate: to },
        ...(f.length > 0 && { f }),
      });
      const day = dayOf(deps.clock.now(), principal.timeZone);
      const file = figureFile(`analytics-export-${day}.csv`, asked, answer);
      return filteredFile(deps, principal, { asked: { startDate: from, endDate: to, f }, file });
    },
    funnel: (principal, asked) => limits.run(principal, costOfFunnel(asked), () => askFunnel(deps, principal, asked)),
    values: (principal, asked) => limits.run(principal, costOfValues(asked), () => askValues(deps, principal, asked)),
    lag: (principal, asked) => limits.run(principal, costOfLag(asked), () => readConversionLag(deps, principal, asked)),
  };
}
