// Facebook as an ad platform of the product: the port over the client of the Graph API.

import { FACEBOOK } from '@tracker/schemas/ad-platforms/facebook';
import { pixelDestination } from '@tracker/schemas/ad-platforms/platform-destination';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../lifecycle/clock.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type {
  AdObjectRef,
  AdPlatform,
  AdPlatformDestination,
  DestinationAccess,
  EventOutcome,
  SentConversion,
} from '../ad-platform.ts';
import { createGraph, type Graph } from './graph.ts';
import { GraphError } from './graph-error.ts';
import { MANAGE_SCOPE } from './oauth.ts';
import { toConversionEvent } from './to-conversion-event.ts';

const DESTINATION = pixelDestination(FACEBOOK);
/** Without it a connection sees nothing. */
const NEEDED_SCOPE = FACEBOOK.scope;

export interface FacebookDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The platform that the settings name. Nothing is asked of it yet. */
export function openFacebook({ config, clock, logger }: FacebookDeps): AdPlatform {
  const { appId = '', appSecret = '', graphUrl, dialogUrl, apiVersion } = config.meta;
  const graph = createGraph({
    graphUrl,
    dialogUrl,
    version: apiVersion,
    appId,
    appSecret,
    clock,
    logger,
  });
  return createFacebook(graph, appId !== '');
}

export function createFacebook(graph: Graph, isConfigured: boolean): AdPlatform {
  return {
    descriptor: FACEBOOK,
    isConfigured,
    consentUrl: graph.consentUrl,

    async exchangeCode(code, redirectUri, signal) {
      const short = await graph.exchangeCode(code, redirectUri, signal);
      const { accessToken, expiresAtMs } = await graph.extendToken(short, signal);
      const state = await graph.debugToken(accessToken, signal);
      const { id, name } = await graph.me(accessToken, signal);
      const ends = [expiresAtMs, state.expiresAtMs, state.dataAccessExpiresAtMs].filter((ms) => ms !== null);
      return {
        token: accessToken,
        expiresAtMs: ends.length === 0 ? null : Math.min(...ends),
        canReadAds: state.isValid && state.scopes.includes(NEEDED_SCOPE),
        canAct: state.isValid && state.scopes.includes(MANAGE_SCOPE),
        userId: id,
        accountName: name,
      };
    },

    revoke: graph.revoke,
    adAccounts: graph.adAccounts,
    campaigns: graph.campaigns,
    adObjects: graph.adObjects,
    campaignMadeAt: graph.campaignMadeAt,
    pageOf,
    dailySpend: graph.dailyInsights,
    hourlySpend: graph.hourlyInsights,
    accountSpend: graph.accountInsights,
    control: graph.control,
    budgetUsed: graph.budgetUsed,
    destination: {
      ...DESTINATION,
      send: (to, conversions, options) => sendConversions(graph, to, conversions, options),
    },
  };
}

const MANAGER = 'https://adsmanager.facebook.com/adsmanager/manage';
/** Tab of the ads manager, and the parameter with what is selected in it. */
const TABS = { campaign: ['campaigns', 'campaign'], adset: ['adsets', 'adset'], ad: ['ads', 'ad'] } as const;

function pageOf({ level, id, adAccountId }: AdObjectRef): string {
  const account = new URLSearchParams({ act: adAccountId.replace(/^act_/, '') });
  if (level === 'account') return `${MANAGER}/campaigns?${account}`;
  const [tab, selected] = TABS[level];
  account.set(`selected_${selected}_ids`, id);
  return `${MANAGER}/${tab}?${account}`;
}

async function sendConversions(
  graph: Pick<Graph, 'sendEvents'>,
  { settings, token }: DestinationAccess,
  conversions: readonly SentConversion[],
  { isTest = false, signal }: Parameters<AdPlatformDestination['send']>[2] = {},
): Promise<EventOutcome[]> {
  const { pixelId, testCode } = DESTINATION.settings.parse(settings);
  const ready = conversions.map((conversion) => ({ ...conversion, event: toConversionEvent(conversion) }));
  const events = ready.flatMap(({ event }) => event ?? []);
  /** In the order of the events. */
  const outcomes =
    events.length === 0
      ? []
      : await graph.sendEvents(pixelId, token, events, { signal, ...(isTest && testCode && { testCode }) });
  return ready.flatMap(
    ({ eventId, event }) => (event ? outcomes.shift() : { eventId, accepted: false, error: buyerUnknown() }) ?? [],
  );
}

const buyerUnknown = () =>
  new GraphError('permanent', { problem: { code: 'buyer_unknown' }, reason: 'nothing identifies the buyer' });
