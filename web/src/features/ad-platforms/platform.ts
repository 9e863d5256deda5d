import { useQuery } from '@tanstack/react-query';
import { AD_PLATFORMS } from '@tracker/schemas/ad-platforms/ad-platforms';
import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';
import { adPlatforms } from '@tracker/schemas/contracts/ad-platforms.contract';
import { createContext, useContext } from 'react';
import { contractQuery } from '../../data/query-client.ts';

/** Whose screen it is. */
export const PlatformContext = createContext<AdPlatformDescriptor | null>(null);

export function usePlatform(): AdPlatformDescriptor {
  const platform = useContext(PlatformContext);
  if (!platform) throw new Error('outside the screen of an ad platform');
  return platform;
}

/** For the paths of its calls. */
export const usePlatformParams = () => ({ platform: usePlatform().id });

/** Those of the installation; until it has answered, those that this app was built with. */
export const useAdPlatforms = () => useQuery({ ...contractQuery(adPlatforms, {}), placeholderData: [...AD_PLATFORMS] });
