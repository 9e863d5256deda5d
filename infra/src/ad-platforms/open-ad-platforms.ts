import type { Config } from '../config/config.ts';
import type { Clock } from '../lifecycle/clock.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { AdPlatforms } from './ad-platform.ts';
import { openFacebook } from './facebook/facebook.ts';

/** The ad platforms of this installation. A new one gets its line here. */
export const openAdPlatforms = (deps: { config: Config; clock: Clock; logger: Logger }): AdPlatforms => [
  openFacebook(deps),
];
