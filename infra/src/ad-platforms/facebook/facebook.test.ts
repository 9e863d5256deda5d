import { refusals } from '@tracker/standalone/facebook-stub/refusal';
import { startGraphTest } from '@tracker/test/kit/use-graph';
import { describeAdPlatform } from '../ad-platform.suite.ts';

describeAdPlatform('Facebook', async () => {
  const { platform, stub, clock } = await startGraphTest();
  const account = stub.accounts[0];
  return {
    platform,
    now: () => clock.now(),
    consent: (redirectUri, permit) => stub.tokens.issueCode(redirectUri, { canManage: permit === 'actions' }),
    takePermissionBack: () => stub.tokens.takeManagementBack(),
    adAccountId: `act_${account?.id}`,
    campaignIds: account?.campaigns.slice(0, 2).map(({ id }) => id) ?? [],
    throttleNextCall: () => stub.faults.next({ kind: 'refuse', refusal: refusals.userThrottled }),
    destination: { settings: { pixelId: '777000777' }, token: stub.tokens.issueForPixel() },
    close: () => stub.close(),
  };
});
