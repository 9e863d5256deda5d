// What every ad platform promises: run for each adapter, against its stand-in.
import type { AdBudget } from '@tracker/schemas/ad-platforms/ad-object';
import { AdAccount, PlatformCampaign } from '@tracker/schemas/contracts/ad-platforms.contract';
import { type Currency, Money, sumMoney } from '@tracker/schemas/primitives/money';
import { addDays, dayOf } from '@tracker/schemas/primitives/tenant-day';
import { DEFAULT_TIME_ZONE } from '@tracker/schemas/primitives/time';
import { adPlatformProblemText } from '@tracker/schemas/texts/ad-platforms';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type AdObjectControl,
  type AdPlatform,
  AdPlatformError,
  type ControlledObject,
  type SentConversion,
} from './ad-platform.ts';

export interface AdPlatformUnderTest {
  readonly platform: AdPlatform;
  readonly now: () => number;
  /** The code with which the browser comes back from the consent page. */
  readonly consent: (redirectUri: string, permit?: 'actions') => string;
  /** The person takes the permission to change ads back at the platform; undefined for a platform whose ads are only read. */
  readonly takePermissionBack?: () => void;
  /** An account in São Paulo's time zone, with campaigns that spend each day. */
  readonly adAccountId: string;
  readonly campaignIds: readonly string[];
  readonly throttleNextCall: () => void;
  /** What a person gives, and the token of a destination with one of its own; undefined for a platform that takes no conversions. */
  readonly destination?: { readonly settings: Readonly<Record<string, unknown>>; readonly token?: string };
  readonly close: () => Promise<void>;
}

const REDIRECT = 'https://rastreio.example/auth/callback';

export function describeAdPlatform(name: string, open: () => Promise<AdPlatformUnderTest>): void {
  describe(`ad platform ${name}`, () => {
    let t: AdPlatformUnderTest;
    let token: string;
    beforeEach(async () => {
      t = await open();
      token = (await t.platform.exchangeCode(t.consent(REDIRECT), REDIRECT)).token;
    });
    afterEach(() => t.close());

    const lastWeek = () => {
      const today = dayOf(t.now(), DEFAULT_TIME_ZONE);
      return { adAccountId: t.adAccountId, since: addDays(today, -7), until: addDays(today, -1) };
    };
    const total = (rows: readonly { readonly spend: Money }[]) => sumMoney(rows.map(({ spend }) => spend));
    /** The error of a call, which a person can read, and which holds no token. */
    async function refusalOf(call: Promise<unknown>): Promise<AdPlatformError> {
      const error = await call.then(
        () => undefined,
        (caught: unknown) => caught,
      );
      expect(error).toBeInstanceOf(AdPlatformError);
      const refusal = error as AdPlatformError;
      expect(adPlatformProblemText(refusal.problem, t.platform.descriptor)).toMatch(/^[A-ZÀ-Ú].+[.)]$/);
      expect(`${refusal.message} ${refusal.stack} ${JSON.stringify(refusal)}`).not.toContain(token);
      return refusal;
    }

    test('sends the browser to a consent page that knows where to return to', () => {
      const url = new URL(t.platform.consentUrl({ redirectUri: REDIRECT, state: 'state-1' }));
      expect([...url.searchParams.values(), url.href].join(' ')).toContain('state-1');
    });

    test('exchanges a code once, for a token that may read ads', async () => {
      const code = t.consent(REDIRECT);
      const consent = await t.platform.exchangeCode(code, REDIRECT);
      expect(consent).toMatchObject({ canReadAds: true, accountName: expect.stringMatching(/./) });
      expect(consent.expiresAtMs === null || consent.expiresAtMs > t.now()).toBe(true);
      expect((await refusalOf(t.platform.exchangeCode(code, REDIRECT))).action).toBe('reconnect');
    });

    test('lists the accounts of a token and their campaigns', async () => {
      const accounts = await t.platform.adAccounts(token);
      for (const account of accounts) expect(AdAccount.parse(account)).toEqual(account);
      expect(accounts.map(({ id }) => id)).toContain(t.adAccountId);
      const campaigns = await t.platform.campaigns(token, t.adAccountId);
      for (const campaign of campaigns) expect(PlatformCampaign.parse(campaign)).toEqual(campaign);
      expect(campaigns.map(({ id }) => id)).toEqual(expect.arrayContaining([...t.campaignIds]));
    });

    test('reports the same spend by day and by hour, one row per ad and hour', async () => {
      const query = { ...lastWeek(), campaignIds: t.campaignIds, level: 'campaign' } as const;
      const days = await t.platform.dailySpend(token, query);
      expect(days.length).toBeGreaterThan(0);
      expect(new Set(days.map(({ campaignId, day }) => `${campaignId} ${day}`)).size).toBe(days.length);
      for (const { campaignId, day } of days) {
        expect(t.campaignIds).toContain(campaignId);
        expect(day >= query.since && day <= query.until).toBe(true);
      }
      expect(total(await t.platform.hourlySpend(token, query))).toBe(total(days));
    });

    test('reports the hours of a whole account in one question', async () => {
      const query = { ...lastWeek(), level: 'ad' } as const;
      const ofAll = await t.platform.hourlySpend(token, { ...query, campaignIds: null });
      const known = ofAll.filter(({ campaignId }) => t.campaignIds.includes(campaignId));
      expect(total(known)).toBe(total(await t.platform.dailySpend(token, { ...query, campaignIds: t.campaignIds })));
      expect(t.platform.budgetUsed(t.adAccountId, 'management')).toBeGreaterThanOrEqual(0);
    });

    test('names the ads of a campaign with their spend', async () => {
      const ads = await t.platform.dailySpend(token, { ...lastWeek(), campaignIds: t.campaignIds, level: 'ad' });
      expect(ads.length).toBeGreaterThan(0);
      for (const row of ads) expect(row).toMatchObject({ adId: expect.any(String), adName: expect.any(String) });
    });

    test('reports at least as much for a whole account as for its campaigns', async () => {
      const linked = await t.platform.dailySpend(token, {
        ...lastWeek(),
        campaignIds: t.campaignIds,
        level: 'campaign',
      });
      const whole = await t.platform.accountSpend(token, lastWeek());
      expect(Number(total(whole))).toBeGreaterThanOrEqual(Number(total(linked)));
    });

    test('refuses an account that the token does not see, for lack of permission', async () => {
      expect((await refusalOf(t.platform.campaigns(token, 'act_999'))).action).toBe('permission');
    });

    test('says how long it throttles', async () => {
      t.throttleNextCall();
      const refusal = await refusalOf(t.platform.adAccounts(token));
      expect([refusal.action, refusal.code]).toEqual(['throttled', 'throttled']);
      expect(refusal.waitMs).toBeGreaterThan(0);
    });

    test('accepts no token after the consent is revoked', async () => {
      await t.platform.revoke(token);
      expect((await refusalOf(t.platform.adAccounts(token))).action).toBe('reconnect');
    });

    test('reads an account and what is in it, with parents that go before, and what is in effect', async () => {
      const objects = await t.platform.adObjects(token, t.adAccountId);
      const [account, ...others] = objects;
      expect(account).toMatchObject({ level: 'account', id: t.adAccountId, parentId: null });
      const above = new Set([account?.id]);
      for (const { id, parentId, effectiveStatus, budget } of others) {
        expect(above).toContain(parentId);
        expect(effectiveStatus).not.toBe('');
        if (budget) expect(() => Money.parse(budget.amount)).not.toThrow();
        above.add(id);
      }
      expect(objects.filter(({ level }) => level === 'campaign').map(({ id }) => id)).toEqual(
        expect.arrayContaining([...t.campaignIds]),
      );
      expect(others.some(({ budget }) => budget !== null)).toBe(true);
      expect((await refusalOf(t.platform.adObjects('worthless', t.adAccountId))).action).toBe('reconnect');
    });

    test('gives a page on a site of its own for each object that has one', () => {
      for (const level of ['account', 'campaign', 'adset', 'ad'] as const) {
        const page = t.platform.pageOf({ level, id: '123', adAccountId: t.adAccountId });
        if (page === null) continue;
        expect(new URL(page).protocol).toBe('https:');
        expect(new URL(page).hostname).toContain(t.platform.descriptor.site.split('.').slice(-2, -1)[0]);
        if (level !== 'account') expect(page).toContain('123');
      }
    });

    describe('that changes ads', () => {
      const campaign = (): ControlledObject => ({
        ...{ level: 'campaign', id: t.campaignIds[0] ?? '', adAccountId: t.adAccountId, currency: 'BRL' as Currency },
      });
      const controlOf = (): AdObjectControl | undefined => {
        expect(t.platform.control !== undefined).toBe(t.takePermissionBack !== undefined);
        expect(t.platform.control !== undefined).toBe(t.platform.descriptor.actionScope !== null);
        return t.platform.control;
      };
      const permitted = async () => {
        const { token: given, canAct } = await t.platform.exchangeCode(t.consent(REDIRECT, 'actions'), REDIRECT);
        expect(canAct).toBe(true);
        return given;
      };
      /** A campaign that has none of its own gets one from its ad set at some platforms. */
      const budgetOf = async (control: AdObjectControl, given: string): Promise<AdBudget> =>
        (await control.read(given, campaign())).budget ?? { kind: 'daily', amount: Money.parse('50'), currency: 'BRL' };

      test('asks for the permission to change them only when it is wanted', async () => {
        if (!controlOf()) return;
        const asked = (permit?: 'actions') => t.platform.consentUrl({ redirectUri: REDIRECT, state: 's', permit });
        const scope = String(t.platform.descriptor.actionScope);
        expect([asked('actions').includes(scope), asked().includes(scope)]).toEqual([true, false]);
        expect((await t.platform.exchangeCode(t.consent(REDIRECT), REDIRECT)).canAct).toBe(false);
      });

      test('switches a campaign off and on, once or repeated', async () => {
        const control = controlOf();
        if (!control) return;
        const given = await permitted();
        expect(await control.read(given, campaign())).toMatchObject({ switch: 'on', name: expect.stringMatching(/./) });
        for (const wanted of ['off', 'off', 'on'] as const) {
          await control.change(given, campaign(), { switch: wanted });
          const state = await control.read(given, campaign());
          expect([state.switch, control.switchOf(state.status)]).toEqual([wanted, wanted]);
        }
      });

      test('sets a budget to an amount, to the cent', async () => {
        const control = controlOf();
        if (!control) return;
        const given = await permitted();
        const wanted: AdBudget = { ...(await budgetOf(control, given)), amount: Money.parse('61.53') };
        await control.change(given, campaign(), { budget: wanted });
        await control.change(given, campaign(), { budget: wanted });
        expect((await control.read(given, campaign())).budget).toEqual(wanted);
      });

      test('changes nothing without the permission, and knows when it was taken back', async () => {
        const control = controlOf();
        if (!control) return;
        expect((await refusalOf(control.change(token, campaign(), { switch: 'off' }))).action).toBe('permission');
        expect(await control.isPermitted(token)).toBe(false);
        const given = await permitted();
        expect(await control.isPermitted(given)).toBe(true);
        t.takePermissionBack?.();
        expect((await refusalOf(control.change(given, campaign(), { switch: 'off' }))).action).toBe('permission');
        expect(await control.isPermitted(given)).toBe(false);
        expect((await control.read(given, campaign())).switch).toBe('on');
      });

      test('refuses what is of another account, and a word that it does not know', async () => {
        const control = controlOf();
        if (!control) return;
        const foreign = { ...campaign(), adAccountId: 'act_999' };
        expect((await refusalOf(control.read(token, foreign))).action).toBe('permission');
        expect((await refusalOf(control.read(token, { ...campaign(), id: '404404' }))).action).toBe('permission');
        expect(control.switchOf('NOVIDADE')).toBe('final');
      });
    });

    test('takes conversions if it has a destination: one outcome each, in order', async () => {
      const { destination } = t.platform;
      expect(destination !== undefined).toBe(t.destination !== undefined);
      if (!destination || !t.destination) return;
      expect(destination.credential === 'own').toBe(t.destination.token !== undefined);
      const known = {
        pageUrl: 'https://loja.example/',
        userAgent: 'Mozilla/5.0',
        ipAddress: '187.1.2.3',
        ids: { fbp: 'fb.1.1763590000000.123', gclid: 'Cj0KCQ' },
      };
      const conversion = (eventId: string, click: SentConversion['click']): SentConversion => ({
        eventId,
        soldAtMs: t.now(),
        currency: 'BRL',
        value: Money.parse('10'),
        orderId: eventId,
        buyer: null,
        click,
      });
      const outcomes = await destination.send(
        { settings: destination.settings.parse(t.destination.settings), token: t.destination.token ?? token },
        [conversion('one', known), conversion('unknown', null), conversion('two', known)],
      );
      expect(outcomes).toMatchObject([
        { eventId: 'one', accepted: true },
        { eventId: 'unknown', accepted: false, error: { code: 'buyer_unknown' } },
        { eventId: 'two', accepted: true },
      ]);
    });
  });
}
