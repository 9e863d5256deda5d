import type { ConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { GraphError } from '@tracker/infra/ad-platforms/facebook/graph-error';
import type { Facebook } from '@tracker/infra/ad-platforms/facebook/open-graph';
import { AppError, notFound } from '@tracker/infra/errors/app-error';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import type { Postgres } from '@tracker/infra/postgres/client';
import type { Logger } from '@tracker/infra/telemetry/logger';
import {
  type AdAccount,
  type FacebookCampaign,
  type FacebookStatus,
  NOT_CONNECTED,
} from '@tracker/schemas/contracts/ad-platforms.contract';
import { instantFromMs } from '@tracker/schemas/primitives/time';
import type { Person, Principal } from '../../http/access.ts';
import { record } from '../../store/audit.ts';
import type { AskProvider } from './ask-platform.ts';

export interface ConnectionDeps {
  readonly postgres: Postgres;
  readonly connections: ConnectionStore;
  readonly facebook: Facebook;
  readonly ask: AskProvider;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The company's connection to the ad platform, and what it sees there. */
export interface ConnectionService {
  status(principal: Principal): Promise<FacebookStatus>;
  /** 409 without a connection, as the next. */
  adAccounts(principal: Principal): Promise<AdAccount[]>;
  /** Of one account, or of all that the connection may read; 404 for an account that it does not see. */
  campaigns(principal: Principal, adAccountId?: string): Promise<FacebookCampaign[]>;
  /** In the account that is named, else in the first that has it; undefined when none has. */
  findCampaign(
    principal: Principal,
    wanted: { readonly facebookCampaignId: string; readonly adAccountId?: string | undefined },
  ): Promise<{ readonly campaign: FacebookCampaign; readonly account: AdAccount } | undefined>;
  disconnect(person: Person): Promise<null>;
}

/** A token lives 60 days and cannot be lengthened: ten days before its end people are asked to connect again. */
const REMIND_MS = 10 * 86_400_000;

export function createConnectionService(deps: ConnectionDeps): ConnectionService {
  const { postgres, connections, facebook, ask, clock, logger } = deps;
  const adAccounts = ({ tenantId }: Principal) => ask(tenantId, (token) => facebook.graph.adAccounts(token));

  const campaignsOf = ({ tenantId }: Principal, adAccountId: string) =>
    ask(tenantId, (token) => facebook.graph.campaigns(token, adAccountId));

  /** All, or the one that is named; 404 when the connection does not see it. */
  async function accountsOf(principal: Principal, adAccountId: string | undefined): Promise<AdAccount[]> {
    const accounts = await adAccounts(principal);
    if (adAccountId === undefined) return accounts;
    const named = accounts.filter(({ id }) => id === adAccountId);
    if (named.length === 0) throw notFound();
    return named;
  }

  /** Of an account that nobody named, a refusal is no reason to hear nothing of the others. */
  const readableCampaigns = (principal: Principal, id: string, named: string | undefined) =>
    named === undefined ? campaignsOf(principal, id).catch(nothingWithoutAccess) : campaignsOf(principal, id);

  return {
    async status({ tenantId }) {
      const { isConfigured } = facebook;
      const connection = await connections.find(tenantId);
      if (!connection) {
        return {
          connected: false,
          configured: isConfigured,
          needsReconnect: false,
          expiresAt: null,
          accountName: null,
        };
      }
      const { isAlive, expiresAtMs, accountName } = connection;
      return {
        connected: isConfigured && isAlive,
        configured: isConfigured,
        needsReconnect: !isAlive || (expiresAtMs !== null && expiresAtMs - clock.now() < REMIND_MS),
        expiresAt: expiresAtMs === null ? null : instantFromMs(expiresAtMs),
        accountName,
      };
    },

    adAccounts,

    async campaigns(principal, adAccountId) {
      const lists = [];
      for (const { id } of await accountsOf(principal, adAccountId)) {
        lists.push(await readableCampaigns(principal, id, adAccountId));
      }
      return lists.flat();
    },

    async findCampaign(principal, { facebookCampaignId, adAccountId }) {
      for (const account of await accountsOf(principal, adAccountId)) {
        const campaigns = await readableCampaigns(principal, account.id, adAccountId);
        const campaign = campaigns.find(({ id }) => id === facebookCampaignId);
        if (campaign) return { campaign, account };
      }
      return undefined;
    },

    async disconnect(person) {
      const { tenantId } = person;
      const connection = await connections.find(tenantId);
      if (!connection) throw new AppError('ad-platform-not-connected', { params: { sentence: NOT_CONNECTED } });
      // Ours goes whatever the provider answers; a token that is not taken back there ends by itself.
      if (connection.isAlive && facebook.isConfigured) {
        await facebook.graph.revoke(connection.token()).catch((error: unknown) => {
          if (!(error instanceof GraphError)) throw error;
          logger.warn(
            { event: 'ad-platform.revoke.failed', err: error, tenantId },
            'ad platform token not revoked; removing the connection all the same',
          );
        });
      }
      await postgres.withTenant(tenantId, async (trx) => {
        await trx.deleteFrom('facebook_connections').execute();
        await record(trx, person, 'facebook.disconnect');
      });
      return null;
    },
  };
}

/** An account may be in the person's list without its campaigns being theirs to read. */
function nothingWithoutAccess(error: unknown): [] {
  if (error instanceof AppError && error.code === 'ad-platform-permission') return [];
  throw error;
}
