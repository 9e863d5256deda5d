// How an object is set: read, switched on and off, and given another budget. There is no key by which Facebook would know a repeated request: each
// request names what is wanted, and each call is one attempt.
import type { AdSwitch } from '@tracker/schemas/ad-platforms/ad-object';
import type { AdObjectChange, AdObjectControl, AdObjectState, ControlledObject } from '../ad-platform.ts';
import { ControlledAnswer, SuccessAnswer } from './answers.ts';
import { budgetField, budgetOf } from './budget.ts';
import type { GraphCall } from './graph-call.ts';
import { GraphError } from './graph-error.ts';
import { MANAGE_SCOPE, type OAuth } from './oauth.ts';
import { accountPath, objectPath } from './object-path.ts';

const SWITCHES: Readonly<Record<string, AdSwitch>> = {
  ACTIVE: 'on',
  PAUSED: 'off',
  ARCHIVED: 'final',
  DELETED: 'final',
};
/** DELETED and ARCHIVED cannot be undone: they are never sent. */
const STATUSES = { on: 'ACTIVE', off: 'PAUSED' } as const;
const FIELDS = 'id,name,status,effective_status,account_id';

/** One that is unknown, of a newer version of the API, is left alone. */
const switchOf = (status: string): AdSwitch => SWITCHES[status] ?? 'final';

export function createAdControl(call: GraphCall, { debugToken }: Pick<OAuth, 'debugToken'>): AdObjectControl {
  return {
    switchOf,

    async read(token, object, signal): Promise<AdObjectState> {
      const { level, id, adAccountId, currency } = object;
      const fields = level === 'ad' ? FIELDS : `${FIELDS},daily_budget,lifetime_budget`;
      const answer = await call(
        { name: 'ad object', ...placeOf(token, object), params: { fields }, signal },
        ControlledAnswer,
      );
      if (answer.id !== id || `/act_${answer.account_id}` !== accountPath(adAccountId)) throw notThere();
      return {
        name: answer.name,
        switch: switchOf(answer.status),
        status: answer.status,
        effectiveStatus: answer.effective_status ?? answer.status,
        budget: budgetOf(answer, currency),
      };
    },

    async change(token, object, change, signal) {
      const json = fieldsOf(object, change);
      const asked = { name: 'change ad object', method: 'POST' as const, ...placeOf(token, object), json, signal };
      const { success } = await call(asked, SuccessAnswer).catch((error: unknown) => {
        throw error instanceof GraphError && isUnreadable(error) ? mayBeDone() : error;
      });
      if (!success) throw mayBeDone();
    },

    async isPermitted(token, signal) {
      const { isValid, scopes } = await debugToken(token, signal);
      return isValid && scopes.includes(MANAGE_SCOPE);
    },
  };
}

const placeOf = (token: string, { id, adAccountId }: ControlledObject) => ({
  ...{ to: objectPath(id), token, adAccountId: accountPath(adAccountId).slice(1), isOnce: true },
});

function fieldsOf({ level }: ControlledObject, change: AdObjectChange): Record<string, string> {
  if ('switch' in change) return { status: STATUSES[change.switch] };
  if (level === 'ad') throw new GraphError('permanent', { problem: { code: 'budget_refused' }, reason: 'an ad' });
  return budgetField(change.budget);
}

/** An answer came, and it does not say whether it was done. */
const isUnreadable = ({ action, code }: GraphError) => action === 'too-much-data' || code === 'unexpected_answer';
const mayBeDone = () => new GraphError('retry', { problem: { code: 'no_answer' }, reason: 'no success' });

const notThere = () =>
  new GraphError('permission', { problem: { code: 'object_not_seen' }, reason: 'of another account' });
