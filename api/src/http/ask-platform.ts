import { type AdPlatform, AdPlatformError } from '@tracker/infra/ad-platforms/ad-platform';
import type { ConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { AppError } from '@tracker/infra/errors/app-error';
import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import { adPlatformProblemText } from '@tracker/schemas/texts/ad-platforms';

/** Calls a platform with the tenant's token; every refusal becomes an error that a user can act on. */
export type AskPlatform = <T>(tenantId: TenantId, question: (token: string) => Promise<T>) => Promise<T>;

/** 409 without a live connection. */
export function createAskPlatform(platform: AdPlatform, connections: ConnectionStore): AskPlatform {
  return async (tenantId, question) => {
    const token = await requireToken(platform, connections, tenantId);
    try {
      return await question(token);
    } catch (error) {
      if (!(error instanceof AdPlatformError)) throw error;
      if (error.action === 'reconnect') {
        await connections.end(tenantId, token, error.problem);
        throw reconnectNeeded(platform.descriptor);
      }
      throw refusalOf(error, platform.descriptor);
    }
  };
}

/** 409 when the tenant has no connection, or one whose token the platform does not accept any more. */
export async function requireToken(
  platform: AdPlatform,
  connections: ConnectionStore,
  tenantId: TenantId,
): Promise<string> {
  const connection = platform.isConfigured ? await connections.find(tenantId) : undefined;
  if (!connection) throw notConnected(platform.descriptor);
  if (!connection.isAlive) throw reconnectNeeded(platform.descriptor);
  return connection.token();
}

export const notConnected = (platform: AdPlatformDescriptor): AppError =>
  new AppError('ad-platform-not-connected', {
    params: { sentence: adPlatformProblemText({ code: 'not_connected' }, platform) },
  });

const reconnectNeeded = (platform: AdPlatformDescriptor): AppError =>
  new AppError('ad-platform-reconnect', {
    params: { sentence: adPlatformProblemText({ code: 'reconnect_needed' }, platform) },
  });

function refusalOf({ action, problem, waitMs = 0 }: AdPlatformError, platform: AdPlatformDescriptor): AppError {
  const params = { sentence: adPlatformProblemText(problem, platform) };
  if (action !== 'throttled') return new AppError(`ad-platform-${action}`, { params });
  return new AppError('ad-platform-throttled', { params, retryAfterSeconds: Math.ceil(waitMs / 1000) });
}
