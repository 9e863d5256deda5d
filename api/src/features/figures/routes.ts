import {
  adFatigue,
  askFigures,
  askFiguresByBody,
  conversionLag,
  exportFigures,
  figureDimensions,
  figureValues,
} from '@tracker/schemas/contracts/figures.contract';
import { askFunnel } from '@tracker/schemas/contracts/funnel.contract';
import { dimensionOf, FIGURE_DIMENSION_NAMES } from '@tracker/schemas/figures/dimensions';
import { FigureQuery, questionFromSearch } from '@tracker/schemas/figures/figure-query';
import { FUNNEL_WINDOWS } from '@tracker/schemas/figures/funnel';
import { FIGURE_METRIC_NAMES, metricOf, SUMS } from '@tracker/schemas/figures/metrics';
import { z } from 'zod';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { sendPage } from '../../http/page.ts';
import { validate } from '../../http/validate.ts';
import { createFigureService } from './service.ts';

const TABLES = {
  dimensions: FIGURE_DIMENSION_NAMES.map((id) => {
    const { label, absent, isText = false, knownBy } = dimensionOf(id);
    return { id, label, absent, isText, knownBy: [...knownBy] };
  }),
  metrics: FIGURE_METRIC_NAMES.map((id) => {
    const { label, unit, of } = metricOf(id);
    return { id, label, unit, facts: [...new Set(of.map((sum) => SUMS[sum]))] };
  }),
};

const comparedOf = ({ metrics }: FigureQuery) =>
  z.object({ changes: z.array(z.enum(metrics)).max(metrics.length).default(metrics) });

export function figureRoutes(router: ContractRouter, deps: Parameters<typeof createFigureService>[0]): void {
  const figures = createFigureService(deps);
  router.implement(askFigures, ({ principal, query }) =>
    figures.ask(principal, validate(FigureQuery, questionFromSearch(query), 'invalid-question')),
  );
  router.implement(askFiguresByBody, ({ principal, body }) => figures.ask(principal, body));
  router.implement(exportFigures, ({ principal, query: { changes, ...query } }) => {
    const asked = validate(FigureQuery, questionFromSearch(query), 'invalid-question');
    const compared = validate(comparedOf(asked), { changes: changes?.split(',') }, 'invalid-question');
    return figures.file(principal, asked, compared.changes);
  });
  router.implement(askFunnel, ({ principal, query: { window = '7', ...query } }) =>
    figures.funnel(principal, {
      ...validate(FigureQuery, questionFromSearch({ ...query, metrics: 'clicks' }), 'invalid-question'),
      window: FUNNEL_WINDOWS.find((days) => String(days) === window) ?? 7,
    }),
  );
  router.implement(figureValues, async ({ principal, query, request, reply }) =>
    sendPage(await figures.values(principal, query), request, reply),
  );
  router.implement(adFatigue, ({ principal }) => figures.fatigue(principal));
  router.implement(conversionLag, ({ principal, query }) => figures.lag(principal, query));
  router.implement(figureDimensions, async () => TABLES);
}
