import type { AdPlatform } from '@tracker/infra/ad-platforms/ad-platform';
import type { ConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Keyring } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type {
  AdAccount,
  ConnectionStatus,
  PlatformCampaign,
  WantedCampaign,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import { adPlatformProblemText } from '@tracker/schemas/texts/ad-platforms';
import type { Person, Principal } from '../../http/access.ts';
import { type AskPlatform, notConnected } from '../../http/ask-platform.ts';
import { endConnection } from '../../store/end-connection.ts';
import { readMakers } from '../../store/made-by.ts';

export interface ConnectionDeps {
  readonly postgres: Postgres;
  readonly connections: ConnectionStore;
  readonly platform: AdPlatform;
  readonly ask: AskPlatform;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly keyring: Keyring;
}

/** The tenant's connection to one ad platform: its state, and the ad accounts and campaigns that it can read. */
export interface ConnectionService {
  status(principal: Principal): Promise<ConnectionStatus>;
  /** 409 without a connection, as the next. */
  adAccounts(principal: Principal): Promise<AdAccount[]>;
  /** Of one account, or of all that the connection may read; 404 for an account that it does not see. */
  campaigns(principal: Principal, adAccountId?: string): Promise<PlatformCampaign[]>;
  /** 404 for an account that the connection does not see. */
  accountWithCampaigns(
    principal: Principal,
    adAccountId: string,
  ): Promise<{ readonly account: AdAccount; readonly campaigns: readonly PlatformCampaign[] }>;
  /** In the account that is named, else in the first that has it; undefined when none has. */
  findCampaign(
    principal: Principal,
    wanted: WantedCampaign,
  ): Promise<{ readonly campaign: PlatformCampaign; readonly account: AdAccount } | undefined>;
  disconnect(person: Person): Promise<null>;
}

/** A token lives 60 days and cannot be lengthened: ten days before its end people are asked to connect again. */
const REMIND_MS = 10 * 86_400_000;

/** Refusals of the connection or the app, which every account would repeat. */
const ENDS_ALL: ReadonlySet<string> = new Set([
  ...['ad-platform-reconnect', 'ad-platform-configuration', 'ad-platform-not-connected'],
]);

export function createConnectionService(deps: ConnectionDeps): ConnectionService {
  const { postgres, connections, platform, ask, clock } = deps;
  const adAccounts = ({ tenantId }: Principal) => ask(tenantId, (token) => platform.adAccounts(token));

  const campaignsOf = ({ tenantId }: Principal, adAccountId: string) =>
    ask(tenantId, (token) => platform.campaigns(token, adAccountId));

  /** All, or the one that is named; 404 when the connection does not see it. */
  async function accountsOf(principal: Principal, adAccountId: string | undefined): Promise<AdAccount[]> {
    const accounts = await adAccounts(principal);
    if (adAccountId === undefined) return accounts;
    const named = accounts.filter(({ id }) => id === adAccountId);
    if (named.length === 0) throw notFound();
    return named;
  }

  /** Of each account apart: one that refuses hides no others. Only what ends the connection ends the question. */
  async function campaignsByAccount(principal: Principal, accounts: readonly AdAccount[]) {
    const lists: { readonly account: AdAccount; readonly campaigns: readonly PlatformCampaign[] }[] = [];
    const refusals: AppError[] = [];
    for (const account of accounts) {
      try {
        lists.push({ account, campaigns: await campaignsOf(principal, account.id) });
      } catch (error) {
        if (!(error instanceof AppError) || ENDS_ALL.has(error.code)) throw error;
        refusals.push(error);
      }
    }
    return { lists, refusals };
  }

  return {
    async status({ tenantId }) {
      const { isConfigured } = platform;
      const connection = await connections.find(tenantId);
      if (!connection) {
        return {
          connected: false,
          configured: isConfigured,
          needsReconnect: false,
          expiresAt: null,
          accountName: null,
          canAct: false,
          isShared: false,
          endedBecause: null,
          madeBy: null,
        };
      }
      const { isAlive, expiresAtMs, accountName, canAct, endedBecause, connectedBy } = connection;
      const madeBy = await postgres.withTenant(tenantId, async (trx) => (await readMakers(trx))(connectedBy));
      return {
        connected: isConfigured && isAlive,
        configured: isConfigured,
        needsReconnect: !isAlive || (expiresAtMs !== null && expiresAtMs - clock.now() < REMIND_MS),
        expiresAt: expiresAtMs === null ? null : instantFromMs(expiresAtMs),
        accountName,
        canAct: isConfigured && isAlive && canAct,
        isShared: isAlive && (await connections.isShared(tenantId)),
        endedBecause:
          isAlive || endedBecause === null ? null : adPlatformProblemText(endedBecause, platform.descriptor),
        madeBy,
      };
    },

    adAccounts,

    async campaigns(principal, adAccountId) {
      const { lists, refusals } = await campaignsByAccount(principal, await accountsOf(principal, adAccountId));
      if (lists.length === 0 && refusals.length > 0) throw refusals[0];
      return lists.flatMap(({ campaigns }) => campaigns);
    },

    async accountWithCampaigns(principal, adAccountId) {
      const [account] = await accountsOf(principal, adAccountId);
      if (!account) throw notFound();
      return { account, campaigns: await campaignsOf(principal, account.id) };
    },

    async findCampaign(principal, { platformCampaignId, adAccountId }) {
      const refused: AppError[] = [];
      for (const account of await accountsOf(principal, adAccountId)) {
        const { lists, refusals } = await campaignsByAccount(principal, [account]);
        refused.push(...refusals);
        const campaign = lists.flatMap(({ campaigns }) => campaigns).find(({ id }) => id === platformCampaignId);
        if (campaign) return { campaign, account };
      }
      // It may be in an account that did not answer; one that may not be read is as good as none.
      const unanswered = refused.find(({ code }) => code !== 'ad-platform-permission' || adAccountId !== undefined);
      if (unanswered) throw unanswered;
      return undefined;
    },

    async disconnect(person) {
      const giveBack = await postgres.withTenant(person.tenantId, (trx) =>
        endConnection(trx, { ...deps, adPlatforms: [platform] }, person, platform.descriptor.id),
      );
      if (!giveBack) throw notConnected(platform.descriptor);
      await giveBack();
      return null;
    },
  };
}
