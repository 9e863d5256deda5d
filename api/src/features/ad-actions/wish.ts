import type { AdObjectControl } from '@tracker/infra/ad-platforms/ad-platform';
import { AppError } from '@tracker/infra/errors/app-error';
import { type AdState, type AdWish, isAsWished, UNUSUAL_FACTOR } from '@tracker/schemas/ad-platforms/ad-action';
import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import type { AskedAction } from '@tracker/schemas/contracts/ad-actions.contract';
import { adActionAnswers } from '@tracker/schemas/texts/ad-actions';
import type { z } from 'zod';

type Asked = z.output<typeof AskedAction>;

/** What the person wants of an object that is so; 409 when it is not as they saw it, 422 when it cannot be so. */
export function wishOf(asked: Asked, state: AdState, platform: AdPlatformDescriptor, control: AdObjectControl): AdWish {
  const { action, expected } = asked;
  const sawSwitch = expected.status === undefined ? undefined : control.switchOf(expected.status);
  if (sawSwitch !== undefined && sawSwitch !== state.switch) throw switchedMeanwhile(state, platform);
  if (expected.amount !== undefined && expected.amount !== state.budget?.amount) throw budgetMeanwhile(platform);
  if (state.switch === 'final') throw impossible(adActionAnswers.final(platform));
  if (action !== 'budget') {
    const wish: AdWish = { switch: action === 'pause' ? 'off' : 'on' };
    if (isAsWished(wish, state)) throw switchedMeanwhile(state, platform);
    return wish;
  }
  const { amount } = asked;
  if (amount === undefined || Number(amount) <= 0) throw new AppError('ad-budget-missing', { field: 'amount' });
  if (!state.budget) throw impossible(adActionAnswers.noOwnBudget(platform));
  const wish: AdWish = { budget: { ...state.budget, amount } };
  if (isAsWished(wish, state)) throw impossible(adActionAnswers.sameBudget());
  const times = Number(amount) / Number(state.budget.amount);
  if (!asked.confirm && (times > UNUSUAL_FACTOR || times < 1 / UNUSUAL_FACTOR)) throw new AppError('ad-budget-unusual');
  return wish;
}

export const switchedMeanwhile = (state: AdState, platform: AdPlatformDescriptor): AppError =>
  state.switch === 'final'
    ? impossible(adActionAnswers.final(platform))
    : new AppError('ad-object-changed', {
        params: { sentence: adActionAnswers.switchedMeanwhile(platform, state.switch === 'on') },
      });

export const budgetMeanwhile = (platform: AdPlatformDescriptor): AppError =>
  new AppError('ad-object-changed', { params: { sentence: adActionAnswers.budgetMeanwhile(platform) } });

const impossible = (sentence: string): AppError => new AppError('ad-action-impossible', { params: { sentence } });
