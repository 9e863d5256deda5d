import type { Config } from '@tracker/infra/config/config';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import type { Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { startGraphStub } from './facebook-stub/graph-stub.ts';

/**
 * `--demo-facebook`: a stand-in for the ad platform beside the product, on a port of its own, and settings that point at it. It knows the
 * tokens that it gave out before, so that a connection outlives a restart.
 */
export async function withDemoFacebook(config: Config, lifecycle: Lifecycle): Promise<Config> {
  const stub = await lifecycle.add({
    name: 'ad platform of the demo',
    start: () => startGraphStub({ clock: systemClock }),
    stop: (started) => started.close(),
  });
  return { ...config, meta: { ...config.meta, ...stub.app, graphUrl: stub.url, dialogUrl: stub.url } };
}
