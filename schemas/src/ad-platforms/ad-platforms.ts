import type { AdPlatformDescriptor } from './descriptor.ts';
import { FACEBOOK } from './facebook.ts';

/** The ad platforms of the product, in the order in which they are listed. */
export const AD_PLATFORMS: readonly AdPlatformDescriptor[] = [FACEBOOK];

export const adPlatformOf = (id: string | null): AdPlatformDescriptor | undefined =>
  AD_PLATFORMS.find((platform) => platform.id === id);

/** An id that this version does not know is shown as it is. */
export const adPlatformName = (id: string): string => adPlatformOf(id)?.name ?? id;
