// Ad accounts of the stub with their campaigns, ad sets and ads.
import type { TimeZone } from '@tracker/schemas/primitives/time';

export interface StubAd {
  readonly id: string;
  readonly name: string;
  /** Set by people: below a paused campaign nothing runs. */
  status?: StubCampaignStatus;
}

export interface StubAdset extends StubAd {
  /** In the smallest unit of the currency; 5000 without one, where its campaign has none either. */
  dailyBudget?: string;
  lifetimeBudget?: string;
  readonly ads: readonly StubAd[];
}

export type StubCampaignStatus = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED';

export interface StubCampaign extends StubAd {
  status: StubCampaignStatus;
  /** As Meta writes it: '2026-11-01T10:00:00-0300'. */
  createdTime?: string;
  /** The share of days on which it delivers, from 0 to 1. What is deleted keeps what it spent. */
  readonly delivers?: number;
  /** In the smallest unit of the currency; without one its ad sets have their own. */
  dailyBudget?: string;
  lifetimeBudget?: string;
  readonly adsets: readonly StubAdset[];
}

export interface StubAccount {
  /** Digits: '111' is 'act_111' in URLs. */
  readonly id: string;
  readonly name: string;
  readonly currency: string;
  readonly timeZone: TimeZone;
  /** 1 active, 2 disabled, … */
  readonly status: number;
  /** False: the user sees the account, but not its campaigns and figures. */
  readonly isAccessible: boolean;
  readonly campaigns: readonly StubCampaign[];
}

type CampaignPlan = readonly [name: string, status: StubCampaignStatus];

/** Two ad sets of two ads per campaign, or one of one ad; all ids derive from the account id and the position. */
export function createAccount(
  account: Omit<StubAccount, 'campaigns' | 'isAccessible'> & { isAccessible?: boolean },
  plans: readonly CampaignPlan[],
  { isSmall = false } = {},
): StubAccount {
  return {
    isAccessible: true,
    ...account,
    campaigns: plans.map((plan, index) => createCampaign(account.id, plan, index, isSmall ? 1 : 2)),
  };
}

function createCampaign(accountId: string, [name, status]: CampaignPlan, index: number, each: number): StubCampaign {
  const tail = `${accountId}${String(index).padStart(4, '0')}`;
  const adsets = ['Público frio', 'Remarketing'].slice(0, each).map((adset, number) => ({
    id: `2386${tail}${number}`,
    name: `${name} | ${adset}`,
    ads: ['Vídeo', 'Carrossel']
      .slice(0, each)
      .map((ad, place) => ({ id: `2387${tail}${number}${place}`, name: `${ad} | ${adset}` })),
  }));
  return { id: `2385${tail}`, name, status, delivers: status === 'ACTIVE' ? 0.8 : 0.4, adsets };
}

export const defaultAccounts: readonly StubAccount[] = [
  createAccount(
    { id: '111', name: 'Conta BR', currency: 'BRL', timeZone: 'America/Sao_Paulo' as TimeZone, status: 1 },
    [
      ['Lançamento Curso X', 'ACTIVE'],
      ['Perpétuo Curso X', 'ACTIVE'],
      ['Remarketing 7 dias', 'ACTIVE'],
      ['Black Friday 2025', 'ARCHIVED'],
      ['Aula gratuita', 'PAUSED'],
      ['Lista de espera', 'ACTIVE'],
      ['Teste de criativos', 'DELETED'],
    ],
  ),
  createAccount(
    { id: '222', name: 'US account', currency: 'USD', timeZone: 'America/New_York' as TimeZone, status: 1 },
    [
      ['Course X launch', 'ACTIVE'],
      ['Course X evergreen', 'ACTIVE'],
      ['Retargeting', 'PAUSED'],
    ],
  ),
  createAccount(
    {
      id: '333',
      name: 'Conta de cliente',
      currency: 'BRL',
      timeZone: 'America/Sao_Paulo' as TimeZone,
      status: 2,
      isAccessible: false,
    },
    [['Campanha de cliente', 'ACTIVE']],
  ),
];

export interface AdPlace {
  readonly account: StubAccount;
  readonly campaign: StubCampaign;
  readonly adset: StubAdset;
  readonly ad: StubAd;
}

/** All ads with their ad set, campaign and account. */
export const allAds = (accounts: readonly StubAccount[]): AdPlace[] =>
  accounts.flatMap((account) =>
    account.campaigns.flatMap((campaign) =>
      campaign.adsets.flatMap((adset) => adset.ads.map((ad) => ({ account, campaign, adset, ad }))),
    ),
  );

/** Whether an ad is the object or below it: 'act_111', a campaign, an ad set or an ad. */
export const isBelow = (place: AdPlace, id: string): boolean =>
  [`act_${place.account.id}`, place.campaign.id, place.adset.id, place.ad.id].includes(id);
