// All routes of the stub: parameters, required token and response.
import type { StubAccount } from './accounts.ts';
import type { Events } from './events.ts';
import { type InsightsWorld, insightRows } from './insights.ts';
import { pageOf } from './paging.ts';
import { refusals, refuse } from './refusal.ts';
import type { StubRequest } from './request.ts';
import type { Runs } from './runs.ts';
import type { StubApp, Tokens } from './tokens.ts';

export interface StubWorld extends InsightsWorld {
  readonly app: StubApp;
  readonly tokens: Tokens;
  readonly runs: Runs;
  readonly events: Events;
  readonly limits: Limits;
}

export interface Limits {
  /** Rows per page; Facebook's own limit is 5,000. */
  pageRowsMax: number;
  /** A synchronous response with more rows is rejected as too much data. */
  rowsMax: number;
}

interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: RegExp;
  /** The token that authorizes the route: a user's, a pixel's, the app's, or the one in the query. */
  readonly signedBy: 'person' | 'pixel' | 'app' | 'secret';
  /** `id` is the match of the path's group. */
  readonly answer: (world: StubWorld, request: StubRequest, id: string) => unknown;
}

const routes: readonly Route[] = [
  { method: 'GET', path: /^\/oauth\/access_token$/, signedBy: 'secret', answer: giveToken },
  {
    method: 'GET',
    path: /^\/debug_token$/,
    signedBy: 'app',
    answer: ({ tokens }, { params }) => ({ data: tokens.describe(params.get('input_token') ?? '') }),
  },
  { method: 'GET', path: /^\/me$/, signedBy: 'person', answer: ({ tokens }) => tokens.user },
  { method: 'DELETE', path: /^\/me\/permissions$/, signedBy: 'person', answer: endConsent },
  {
    method: 'GET',
    path: /^\/me\/adaccounts$/,
    signedBy: 'person',
    answer: (world, request) => page(world, request, world.accounts.map(accountBody)),
  },
  {
    method: 'GET',
    path: /^\/(act_\d+)$/,
    signedBy: 'person',
    answer: (world, _, id) => accountBody(openAccount(world, id)),
  },
  { method: 'GET', path: /^\/(act_\d+)\/campaigns$/, signedBy: 'person', answer: listCampaigns },
  { method: 'GET', path: /^\/(act_\d+)\/adsets$/, signedBy: 'person', answer: listAdsets },
  { method: 'GET', path: /^\/(act_\d+)\/ads$/, signedBy: 'person', answer: listAds },
  { method: 'GET', path: /^\/((?:act_)?\d+)\/insights$/, signedBy: 'person', answer: giveInsights },
  { method: 'POST', path: /^\/((?:act_)?\d+)\/insights$/, signedBy: 'person', answer: startRun },
  { method: 'GET', path: /^\/(\d+)$/, signedBy: 'person', answer: readObject },
  { method: 'POST', path: /^\/(\d+)$/, signedBy: 'person', answer: changeObject },
  {
    method: 'POST',
    path: /^\/(\d+)\/events$/,
    signedBy: 'pixel',
    answer: ({ events }, { json }, id) => events.take(id, json),
  },
];

/** Throws `RefusalError` for everything that Facebook would reject. */
export function answerOf(world: StubWorld, request: StubRequest): unknown {
  const route = routes.find(({ method, path }) => method === request.method && path.test(request.path));
  if (!route) return refuse(refusals.unknownObject);
  checkSigned(world, request, route.signedBy);
  return route.answer(world, request, route.path.exec(request.path)?.[1] ?? '');
}

function checkSigned({ tokens, app }: StubWorld, { token, params }: StubRequest, signedBy: Route['signedBy']) {
  const proof = params.get('appsecret_proof') ?? undefined;
  if (signedBy === 'person') tokens.check(token, proof);
  if (signedBy === 'pixel') tokens.checkForPixel(token, proof);
  if (signedBy === 'app' && !tokens.isOfApp(token)) refuse(refusals.badToken);
  if (signedBy === 'secret') {
    if (params.get('client_id') !== app.appId) refuse(refusals.badApp);
    if (params.get('client_secret') !== app.appSecret) refuse(refusals.badSecret);
  }
}

function giveToken({ tokens }: StubWorld, { params }: StubRequest) {
  if (params.get('grant_type') === 'fb_exchange_token') return tokens.extend(params.get('fb_exchange_token') ?? '');
  return tokens.exchangeCode(params.get('code') ?? '', params.get('redirect_uri') ?? '');
}

function endConsent({ tokens }: StubWorld) {
  tokens.endAll(refusals.removedApp);
  return { success: true };
}

function listCampaigns(world: StubWorld, request: StubRequest, id: string) {
  const rows = liveOnes(openAccount(world, id).campaigns).map(
    ({ id: campaignId, name, status, dailyBudget, createdTime }) => ({
      id: campaignId,
      name,
      status,
      effective_status: status,
      objective: 'OUTCOME_SALES',
      ...(createdTime !== undefined && { created_time: createdTime }),
      ...(dailyBudget !== undefined && { daily_budget: dailyBudget }),
    }),
  );
  return page(world, request, rows);
}

const liveOnes = <Object extends { readonly status?: string }>(objects: readonly Object[]) =>
  objects.filter(({ status = 'ACTIVE' }) => status === 'ACTIVE' || status === 'PAUSED');

function liveAdsets(world: StubWorld, id: string) {
  return liveOnes(openAccount(world, id).campaigns).flatMap((campaign) =>
    liveOnes(campaign.adsets).map((adset) => ({
      adset,
      campaign,
      effective: campaign.status === 'PAUSED' ? 'CAMPAIGN_PAUSED' : (adset.status ?? 'ACTIVE'),
    })),
  );
}

function listAdsets(world: StubWorld, request: StubRequest, id: string) {
  const rows = liveAdsets(world, id).map(({ adset, campaign, effective }) => ({
    id: adset.id,
    name: adset.name,
    campaign_id: campaign.id,
    status: adset.status ?? 'ACTIVE',
    effective_status: effective,
    ...(campaign.dailyBudget === undefined && { daily_budget: adset.dailyBudget ?? '5000' }),
  }));
  return page(world, request, rows);
}

/** A campaign, ad set or ad by its id, with its place. */
function findObject({ accounts }: StubWorld, id: string) {
  for (const account of accounts) {
    for (const campaign of account.campaigns) {
      if (campaign.id === id) return { level: 'campaign', account, campaign, object: campaign } as const;
      for (const adset of campaign.adsets) {
        if (adset.id === id) return { level: 'adset', account, campaign, object: adset } as const;
        const ad = adset.ads.find((one) => one.id === id);
        if (ad) return { level: 'ad', account, campaign, adset, object: ad } as const;
      }
    }
  }
  return undefined;
}

function readObject(world: StubWorld, { params }: StubRequest, id: string) {
  const found = findObject(world, id);
  if (!found) return world.runs.look(id);
  const { level, account, campaign, object } = found;
  if (!account.isAccessible) return refuse(refusals.permission);
  const asksBudget = (params.get('fields') ?? '').includes('daily_budget');
  // Facebook: '(#100) Tried accessing nonexisting field (daily_budget)'.
  if (level === 'ad') return asksBudget ? refuse(refusals.badParameter) : bodyOf(found);
  const hasOwn = level === 'campaign' || (campaign.dailyBudget ?? campaign.lifetimeBudget) === undefined;
  const { lifetimeBudget } = object;
  const dailyBudget = object.dailyBudget ?? (level === 'adset' && !lifetimeBudget ? '5000' : undefined);
  return {
    ...bodyOf(found),
    ...(hasOwn && dailyBudget !== undefined && { daily_budget: dailyBudget }),
    ...(hasOwn && lifetimeBudget !== undefined && { lifetime_budget: lifetimeBudget }),
  };
}

function bodyOf({ account, campaign, object, ...above }: NonNullable<ReturnType<typeof findObject>>) {
  const { id, name, status = 'ACTIVE' } = object;
  const adset = 'adset' in above ? above.adset : undefined;
  const above_ =
    object !== campaign && campaign.status === 'PAUSED'
      ? 'CAMPAIGN_PAUSED'
      : adset?.status === 'PAUSED'
        ? 'ADSET_PAUSED'
        : undefined;
  return {
    ...{ id, name, status, effective_status: above_ ?? status, account_id: account.id },
    ...(object === campaign && campaign.createdTime !== undefined && { created_time: campaign.createdTime }),
  };
}

function changeObject(world: StubWorld, { params, json, token }: StubRequest, id: string) {
  const found = findObject(world, id) ?? refuse(refusals.unknownObject);
  if (!found.account.isAccessible) refuse(refusals.permission);
  if (!world.tokens.canManage(token)) refuse(refusals.noManagement);
  if (found.object.status === 'ARCHIVED' || found.object.status === 'DELETED') refuse(refusals.finalStatus);
  const given = { ...Object.fromEntries(params), ...(json as Record<string, string>) };
  for (const [name, value] of Object.entries(given)) setField(found, name, value);
  return { success: true };
}

function setField(found: NonNullable<ReturnType<typeof findObject>>, name: string, value: string): void {
  if (name === 'status') {
    if (value !== 'ACTIVE' && value !== 'PAUSED') refuse(refusals.badParameter);
    found.object.status = value as 'ACTIVE' | 'PAUSED';
  }
  if (name !== 'daily_budget' && name !== 'lifetime_budget') return;
  if (!/^[1-9]\d{2,}$/.test(value)) refuse(refusals.badParameter);
  if (found.level === 'ad') refuse(refusals.badParameter);
  if (name === 'daily_budget') found.object.dailyBudget = value;
  else found.object.lifetimeBudget = value;
}

/** The address of a picture is another one each time. */
let signed = 0;

function listAds(world: StubWorld, request: StubRequest, id: string) {
  const rows = liveAdsets(world, id).flatMap(({ adset, effective }) =>
    liveOnes(adset.ads).map((ad) => {
      signed += 1;
      return {
        id: ad.id,
        name: ad.name,
        adset_id: adset.id,
        status: ad.status ?? 'ACTIVE',
        effective_status:
          effective === 'PAUSED' ? 'ADSET_PAUSED' : effective === 'ACTIVE' ? (ad.status ?? 'ACTIVE') : effective,
        ...(request.params.get('fields')?.includes('creative') && {
          creative: { id: `99${ad.id}`, thumbnail_url: `https://scontent.example/${ad.id}.jpg?oh=${signed}` },
        }),
      };
    }),
  );
  return page(world, request, rows);
}

/** The rows of the list that was last begun: its next pages are cut from them. */
const begun = new WeakMap<StubWorld['delivery'], { readonly question: string; readonly rows: unknown[] }>();

function rowsOf(world: StubWorld, { params }: StubRequest, id: string): unknown[] {
  const asked = new URLSearchParams(params);
  asked.delete('after');
  for (const name of ['appsecret_proof', 'access_token']) asked.delete(name);
  const question = `${id}?${asked}`;
  const last = begun.get(world.delivery);
  if (params.has('after') && last?.question === question) return last.rows;
  const rows = insightRows(world, id, params);
  begun.set(world.delivery, { question, rows });
  return rows;
}

function giveInsights(world: StubWorld, request: StubRequest, id: string) {
  if (world.runs.has(id)) return page(world, request, world.runs.rows(id));
  refuseForeign(world, id);
  const rows = rowsOf(world, request, id);
  return rows.length > world.limits.rowsMax ? refuse(refusals.tooMuchData) : page(world, request, rows);
}

function startRun(world: StubWorld, { params }: StubRequest, id: string) {
  refuseForeign(world, id);
  insightRows(world, id, params); // Rejects invalid parameters at once.
  const account = accountOf(world, id);
  return { report_run_id: world.runs.start(account?.id ?? '', () => insightRows(world, id, params)) };
}

/** For the account itself, or a campaign in it. */
export const accountOf = ({ accounts }: Pick<StubWorld, 'accounts'>, id: string): StubAccount | undefined =>
  accounts.find((account) => id === `act_${account.id}` || account.campaigns.some((campaign) => campaign.id === id));

function openAccount(world: StubWorld, id: string): StubAccount {
  refuseForeign(world, id);
  return accountOf(world, id) ?? refuse(refusals.unknownObject);
}

function refuseForeign(world: StubWorld, id: string) {
  if (accountOf(world, id)?.isAccessible === false) refuse(refusals.permission);
}

function page<T>({ limits }: StubWorld, { url, params, token }: StubRequest, rows: readonly T[]) {
  const address = new URL(url);
  for (const [name, value] of params) address.searchParams.set(name, value);
  address.searchParams.delete('appsecret_proof');
  address.searchParams.set('access_token', token ?? '');
  return pageOf(rows, address, { limitMax: limits.pageRowsMax });
}

const accountBody = ({ id, name, currency, timeZone, status }: StubAccount) => ({
  id: `act_${id}`,
  account_id: id,
  name,
  currency,
  account_status: status,
  timezone_name: timeZone,
});
