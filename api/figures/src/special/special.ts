// What is no sum of the rows of a group. It asks its own statements by the plan of the question, so that days, filters and tenant are those of all
// other figures, and answers from what they found.
import type { Asker } from '../asker.ts';
import { type FigureDeps, type Plan, type PlannedQuery, planOf } from '../plan.ts';

export interface Special<Asked extends PlannedQuery, Found, Answer> {
  asks(deps: FigureDeps, plan: Plan, asked: Asked): Promise<Found>;
  answers(deps: FigureDeps, plan: Plan, found: Found, asked: Asked): Promise<Answer>;
}

/** @throws AppError 400 for days that are out of range, 403 for what the asker may not see */
export const askSpecial =
  <Asked extends PlannedQuery, Found, Answer>(special: Special<Asked, Found, Answer>) =>
  async (deps: FigureDeps, asker: Asker, asked: Asked): Promise<Answer> => {
    const plan = await planOf(deps, asker, asked);
    return special.answers(deps, plan, await special.asks(deps, plan, asked), asked);
  };
