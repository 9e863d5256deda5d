import { askFigures, type FigureDeps } from '@tracker/figures/ask-figures';
import { askValues } from '@tracker/figures/ask-values';
import { costOfQuestion, costOfValues } from '@tracker/figures/cost-of-question';
import { askFunnel, costOfFunnel, type FunnelQuery } from '@tracker/figures/funnel';
import type { FigureStores } from '@tracker/figures/tenant';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { FigureAnswer } from '@tracker/schemas/contracts/figures.contract';
import type { FunnelAnswer } from '@tracker/schemas/contracts/funnel.contract';
import type { FigureQuery, FigureValuesQuery } from '@tracker/schemas/figures/figure-query';
import type { Principal } from '../../http/access.ts';
import type { CampaignRepository } from '../../store/campaigns.ts';
import { createFigureTurns } from './turns.ts';

export interface FigureService {
  ask(principal: Principal, asked: FigureQuery): Promise<FigureAnswer>;
  funnel(principal: Principal, asked: FunnelQuery): Promise<FunnelAnswer>;
  values(principal: Principal, asked: FigureValuesQuery): Promise<{ key: string; label: string }[]>;
}

export interface FigureServiceDeps extends FigureStores {
  readonly campaigns: CampaignRepository;
  readonly clock: Clock;
}

export function createFigureService({ campaigns, ...stores }: FigureServiceDeps): FigureService {
  const turns = createFigureTurns(stores.clock);
  const deps: FigureDeps = {
    ...stores,
    campaignNames: ({ tenantId }, ids) => campaigns.namesOf(tenantId, ids),
  };
  return {
    ask: (principal, asked) => turns.run(principal, costOfQuestion(asked), () => askFigures(deps, principal, asked)),
    funnel: (principal, asked) => turns.run(principal, costOfFunnel(asked), () => askFunnel(deps, principal, asked)),
    values: (principal, asked) => turns.run(principal, costOfValues(asked), () => askValues(deps, principal, asked)),
  };
}
