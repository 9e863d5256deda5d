// An ad platform in memory, behind the port and without HTTP: it proves that the product knows no other way to a platform.
import {
  type AdObjectControl,
  type AdPlatform,
  AdPlatformError,
  type ControlledObject,
  type SpendQuery,
  type SpendRow,
} from '@tracker/infra/ad-platforms/ad-platform';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { type Currency, Money } from '@tracker/schemas/primitives/money';
import { dayOf, daysFrom } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { VITRINE } from './descriptor.ts';

export const ACCOUNT = {
  id: 'loja-1',
  name: 'Loja na Vitrine',
  currency: 'BRL',
  accountStatus: 1,
  timeZone: DEFAULT_TIME_ZONE,
};
export const CAMPAIGNS = [
  { id: 'cartaz-1', name: 'Cartaz da frente', status: 'ON', adAccountId: ACCOUNT.id },
  { id: 'cartaz-2', name: 'Cartaz dos fundos', status: 'ON', adAccountId: ACCOUNT.id },
];
/** Of each campaign and day, in its first hour and by its only ad. */
export const SPEND_PER_DAY = Money.parse('12.50');

export interface SecondPlatform {
  readonly platform: AdPlatform;
  /** A code as the consent page gives it. */
  readonly consent: (redirectUri: string, permit?: 'actions') => string;
  readonly takePermissionBack: () => void;
  readonly throttleNextCall: () => void;
}

export function createSecondPlatform(clock: Clock): SecondPlatform {
  const codes = new Map<string, { readonly redirectUri: string; readonly canAct: boolean }>();
  /** And whether it may change ads. */
  const tokens = new Map<string, boolean>();
  /** Only campaigns are switched, and their budgets changed. */
  const states = new Map(CAMPAIGNS.map(({ id }) => [id, { isOn: true, budget: SPEND_PER_DAY }]));
  let issued = 0;
  const issue = (what: string): string => {
    issued += 1;
    return `vitrine-${what}-${issued}`;
  };
  let isThrottled = false;

  const consent = (redirectUri: string, permit?: 'actions'): string => {
    const code = issue('code');
    codes.set(code, { redirectUri, canAct: permit === 'actions' });
    return code;
  };

  function check(token: string, adAccountId?: string): void {
    if (isThrottled) {
      isThrottled = false;
      throw new AdPlatformError('throttled', { code: 'throttled' }, 'vitrine: throttled', 60_000);
    }
    if (!tokens.has(token)) throw new AdPlatformError('reconnect', { code: 'connection_ended' }, 'vitrine: ended');
    if (adAccountId !== undefined && adAccountId !== ACCOUNT.id) {
      throw new AdPlatformError('permission', { code: 'no_account_access' }, 'vitrine: not your account');
    }
  }

  function rowsOf(token: string, { adAccountId, campaignIds, since, until, level }: SpendQuery): SpendRow[] {
    check(token, adAccountId);
    const today = dayOf(clock.now(), DEFAULT_TIME_ZONE);
    return CAMPAIGNS.filter(({ id }) => campaignIds?.includes(id) ?? true).flatMap(({ id, name }) =>
      daysFrom(since, until)
        .filter((day) => day <= today)
        .map((day) => ({
          accountId: adAccountId,
          currency: ACCOUNT.currency as Currency,
          day,
          spend: SPEND_PER_DAY,
          impressions: 100,
          clicks: 10,
          campaignId: id,
          campaignName: name,
          ...(level === 'ad' && { adId: `${id}-a`, adName: name, adsetId: `${id}-s`, adsetName: name }),
        })),
    );
  }

  function stateOf(token: string, { level, id, adAccountId }: ControlledObject) {
    check(token, adAccountId);
    const state = level === 'campaign' ? states.get(id) : undefined;
    if (!state) throw new AdPlatformError('permission', { code: 'object_not_seen' }, 'vitrine: no such campaign');
    return state;
  }

  const control: AdObjectControl = {
    switchOf: (status) => (status === 'ON' ? 'on' : status === 'OFF' ? 'off' : 'final'),
    async read(token, object) {
      const { isOn, budget } = stateOf(token, object);
      const status = isOn ? 'ON' : 'OFF';
      return {
        ...{ name: CAMPAIGNS.find(({ id }) => id === object.id)?.name ?? '', switch: isOn ? 'on' : 'off' },
        ...{ status, effectiveStatus: status },
        budget: { kind: 'daily', amount: budget, currency: ACCOUNT.currency },
      };
    },
    async change(token, object, change) {
      const state = stateOf(token, object);
      if (!tokens.get(token))
        throw new AdPlatformError('permission', { code: 'no_account_access' }, 'vitrine: read only');
      if ('switch' in change) state.isOn = change.switch === 'on';
      else state.budget = change.budget.amount;
    },
    isPermitted: async (token) => tokens.get(token) === true,
  };

  const platform: AdPlatform = {
    descriptor: VITRINE,
    isConfigured: true,
    // Everybody consents.
    consentUrl: ({ redirectUri, state, permit }) =>
      `${redirectUri}?code=${consent(redirectUri, permit)}&state=${state}${permit ? `&scope=${VITRINE.actionScope}` : ''}`,
    async exchangeCode(code, redirectUri) {
      const given = codes.get(code);
      if (given?.redirectUri !== redirectUri) {
        throw new AdPlatformError('reconnect', { code: 'connection_ended' }, 'vitrine: used code');
      }
      codes.delete(code);
      const token = issue('token');
      tokens.set(token, given.canAct);
      return {
        ...{ token, expiresAtMs: null, canReadAds: true, canAct: given.canAct },
        ...{ userId: '1', accountName: 'Bia Rocha' },
      };
    },
    async revoke(token) {
      tokens.delete(token);
    },
    async adAccounts(token) {
      check(token);
      return [ACCOUNT];
    },
    async campaigns(token, adAccountId) {
      check(token, adAccountId);
      return CAMPAIGNS;
    },
    async adObjects(token, adAccountId) {
      check(token, adAccountId);
      const own = { status: 'ON', effectiveStatus: 'ON', budget: null, thumbnailUrl: null } as const;
      const { id, name } = ACCOUNT;
      return [
        { ...own, level: 'account', id, parentId: null, name, status: '' },
        ...CAMPAIGNS.map((campaign) => ({
          ...{ ...own, level: 'campaign' as const, id: campaign.id, parentId: id, name: campaign.name },
          budget: { kind: 'daily' as const, amount: SPEND_PER_DAY, currency: ACCOUNT.currency },
        })),
      ];
    },
    async campaignMadeAt(token, { adAccountId }) {
      check(token, adAccountId);
      return undefined;
    },
    pageOf: ({ level, id }) => (level === 'account' ? null : `https://painel.vitrine.example/${level}/${id}`),
    dailySpend: async (token, query) => rowsOf(token, query),
    hourlySpend: async (token, query) => rowsOf(token, query).map((row) => ({ ...row, hour: 0 })),
    accountSpend: async (token, { campaignIds = null, ...query }) =>
      rowsOf(token, { ...query, campaignIds, level: 'campaign' }),
    control,
    budgetUsed: () => 0,
  };
  return {
    platform,
    consent,
    takePermissionBack: () => {
      for (const token of tokens.keys()) tokens.set(token, false);
    },
    throttleNextCall: () => {
      isThrottled = true;
    },
  };
}
