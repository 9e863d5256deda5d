import type { Logger } from '../telemetry/logger.ts';
import { beforeScrape, isUpBeforeScrape, metrics } from '../telemetry/metrics.ts';
import type { Lifecycle } from './lifecycle.ts';
import { createStoreProbe, type StoreCheck, type StoreName } from './store-probe.ts';

interface Options {
  readonly store: StoreName;
  write(): Promise<void>;
  readonly graceMs?: number;
  readonly logger: Logger;
}

/** Writes to the store every few seconds for as long as the program lives, and shows it to Prometheus. Gives the check for /readyz. */
export async function watchStore(lifecycle: Lifecycle, options: Options): Promise<StoreCheck> {
  const { store } = options;
  const probe = await lifecycle.add({
    name: `${store} watch`,
    start: () => createStoreProbe(options),
    stop: (started) => started.stop(),
  });
  await lifecycle.add({
    name: `${store} metrics`,
    start: () => [
      ...(store === 'log' ? [] : [isUpBeforeScrape(metrics.storeUp, { store }, () => probe.check())]),
      beforeScrape(
        async () => probe.ageMs() / 1_000,
        (age = NaN) => metrics.storeWriteAge.set({ store }, age),
      ),
    ],
    stop(ends) {
      for (const end of ends) end();
    },
  });
  return probe.check;
}
