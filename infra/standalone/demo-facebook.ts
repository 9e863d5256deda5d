import type { Config } from '@tracker/infra/config/config';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import type { Lifecycle } from '@tracker/infra/lifecycle/lifecycle';
import { startGraphStub } from './facebook-stub/graph-stub.ts';

/**
 * `--demo-facebook`: runs a stub of the ad platform on its own port next to the product, with settings that point to it. It
 * accepts tokens of earlier runs, so that a connection survives a restart.
 */
export async function withDemoFacebook(config: Config, lifecycle: Lifecycle): Promise<Config> {
  const stub = await lifecycle.add({
    name: 'ad platform of the demo',
    start: () => startGraphStub({ clock: systemClock }),
    stop: (started) => started.close(),
  });
  return { ...config, meta: { ...config.meta, ...stub.app, graphUrl: stub.url, dialogUrl: stub.url } };
}
