import type { ConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { GraphError } from '@tracker/infra/ad-platforms/facebook/graph-error';
import type { Facebook } from '@tracker/infra/ad-platforms/facebook/open-graph';
import { AppError } from '@tracker/infra/errors/app-error';
import { NOT_CONNECTED, RECONNECT } from '@tracker/schemas/contracts/ad-platforms.contract';
import type { TenantId } from '@tracker/schemas/primitives/ids';

/** Asks the provider with the company's token; every refusal becomes a sentence that a person can act on. */
export type AskProvider = <T>(tenantId: TenantId, question: (token: string) => Promise<T>) => Promise<T>;

/** 409 without a living connection. */
export function createAskProvider(facebook: Facebook, connections: ConnectionStore): AskProvider {
  return async (tenantId, question) => {
    const token = await requireToken(facebook, connections, tenantId);
    try {
      return await question(token);
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      if (error.action === 'reconnect') {
        await connections.end(tenantId, token);
        throw new AppError('ad-platform-reconnect', { params: { sentence: RECONNECT } });
      }
      throw refusalOf(error);
    }
  };
}

/** 409 when the company has no connection, or one whose token is worth nothing any more. */
export async function requireToken(
  facebook: Facebook,
  connections: ConnectionStore,
  tenantId: TenantId,
): Promise<string> {
  const connection = facebook.isConfigured ? await connections.find(tenantId) : undefined;
  if (!connection) throw new AppError('ad-platform-not-connected', { params: { sentence: NOT_CONNECTED } });
  if (!connection.isAlive) throw new AppError('ad-platform-reconnect', { params: { sentence: RECONNECT } });
  return connection.token();
}

function refusalOf({ action, sentence, waitMs = 0 }: GraphError): AppError {
  const params = { sentence };
  if (action !== 'throttled') return new AppError(`ad-platform-${action}`, { params });
  return new AppError('ad-platform-throttled', { params, retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
