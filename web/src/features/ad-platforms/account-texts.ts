import type { AdPlatformDescriptor } from '@tracker/schemas/ad-platforms/descriptor';

/** Whether an ad account may spend. */
export const isActive = ({ accountStatuses }: AdPlatformDescriptor, accountStatus: number): boolean =>
  accountStatuses[0]?.status === accountStatus;

export const statusText = ({ accountStatuses }: AdPlatformDescriptor, accountStatus: number): string =>
  accountStatuses.find(({ status }) => status === accountStatus)?.label ?? 'Inativa';

/** What a campaign does. A word that is not in the descriptor is shown as it comes. */
export const effectText = ({ campaignStatuses }: AdPlatformDescriptor, status: string): string =>
  campaignStatuses[status] ?? status.toLowerCase().replaceAll('_', ' ');
