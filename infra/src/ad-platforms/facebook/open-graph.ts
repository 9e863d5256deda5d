import type { Config } from '../../config/config.ts';
import type { Clock } from '../../lifecycle/clock.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { createGraph, type Graph } from './graph.ts';

export interface Facebook {
  readonly graph: Graph;
  /** The installation has an app of the provider. Without one nobody can connect; a pixel has a token of its own and needs none. */
  readonly isConfigured: boolean;
}

/** The ad platform that the settings name. Nothing is asked of it yet. */
export function openGraph({ config, clock, logger }: { config: Config; clock: Clock; logger: Logger }): Facebook {
  const { appId = '', appSecret = '', graphUrl, dialogUrl, apiVersion } = config.meta;
  const graph = createGraph({ graphUrl, dialogUrl, version: apiVersion, appId, appSecret, clock, logger });
  return { graph, isConfigured: appId !== '' };
}
