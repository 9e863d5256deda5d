import { describeAdPlatform } from '@tracker/infra/ad-platforms/ad-platform.suite';
import { createFakeClock } from '../fake-clock.ts';
import { ACCOUNT, CAMPAIGNS, createSecondPlatform } from './second-platform.ts';

describeAdPlatform('in memory', async () => {
  const clock = createFakeClock();
  return {
    ...createSecondPlatform(clock),
    now: () => clock.now(),
    adAccountId: ACCOUNT.id,
    campaignIds: CAMPAIGNS.map(({ id }) => id),
    close: async () => undefined,
  };
});
