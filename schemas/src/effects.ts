// What a call does to a tenant beyond its own screen, in one list for all contracts that change something or give a file. The password, the audit log
// the mails about it and the sum of a day follow from it: a stolen session, or a slip, is judged by what it moves and not by the screen it is on. `effects.test.ts` holds it.
import type { AuditAction } from './audit-actions.ts';
import { UnverifiedSettings } from './unverified-conversions.ts';

/** What each means, for the page of them. */
export const EFFECTS = {
  'moves-money': 'an ad platform spends more, or may',
  'moves-visitors': 'visitors of paid ads are led elsewhere',
  'changes-figures': 'figures become others, of the past or from now on',
  'lets-out': 'conversions, persons or figures leave the product',
  'lets-in': 'a person or a program gets in, stays in, or sends what counts as verified',
} as const;
export type Effect = keyof typeof EFFECTS;

export interface EffectsOf {
  readonly effects: readonly Effect[];
  /**
   * `always`: the contract is `fresh`. `fields`: with these fields or actions alone, which the service asks about by `PASSWORD_FIELDS`. Else the reason
   * why a session that is an hour old may do it.
   */
  readonly password: 'always' | 'fields' | { readonly notBecause: string };
  readonly audit: readonly AuditAction[];
}

const asks = (effects: readonly Effect[], ...audit: AuditAction[]): EffectsOf => ({
  effects,
  password: 'always',
  audit,
});
const asksForFields = (effects: readonly Effect[], ...audit: AuditAction[]): EffectsOf => ({
  ...{ effects, password: 'fields', audit },
});
const notAsked = (notBecause: string, effects: readonly Effect[], ...audit: AuditAction[]): EffectsOf => ({
  ...{ effects, password: { notBecause }, audit },
});
/** Only what one person sees or is asked. */
const NONE: EffectsOf = { effects: [], password: { notBecause: '' }, audit: [] };

const UNDONE = 'daily work of editors, with name in the audit log, and undone as easily';
const OWN = 'of the person alone, who sees it in the profile';
const PASSWORD_GIVEN = 'the password, or a mailed link, is part of the call';
const PLATFORM_ASKS = 'the platform asks the person itself, and what comes is shown by its name';
const FILE =
  'daily work: a file of what the person sees on the screen, with name in the audit log where it names persons or lists';

const LINK = notAsked(PLATFORM_ASKS, ['changes-figures'], 'campaign.connect-ad-platform');
const CHANGE_LINK = notAsked(UNDONE, ['changes-figures'], 'campaign.change-ad-platform');
const UNLINK = notAsked(UNDONE, ['changes-figures'], 'campaign.disconnect-ad-platform');
const LINK_ALL = notAsked(PLATFORM_ASKS, ['changes-figures', 'moves-money'], 'ad-account.link');
const END_RULE = notAsked('it ends what began', [], 'ad-account.end-rule');
const DISCONNECT = notAsked(
  'it ends what flows; to connect again asks the platform',
  ['changes-figures'],
  'ad-platform.disconnect',
);
const CONNECT = notAsked(PLATFORM_ASKS, ['changes-figures', 'moves-money', 'lets-out'], 'ad-platform.connect');

/** By the name of the contract. */
export const EFFECTS_OF: Readonly<Record<string, EffectsOf>> = {
  'ad-actions.ask': asksForFields(['moves-money'], 'ad-object.pause', 'ad-object.resume', 'ad-object.set-budget'),
  'ad-actions.undo': asksForFields(['moves-money'], 'ad-object.undo'),
  'ad-platforms.link': LINK,
  'ad-platforms.change-link': CHANGE_LINK,
  'ad-platforms.unlink': UNLINK,
  'ad-platforms.unlink-some': notAsked(UNDONE, ['changes-figures'], 'ad-account.unlink'),
  'ad-platforms.link-all': LINK_ALL,
  'ad-platforms.end-account-rule': END_RULE,
  'ad-platforms.ignore-suggestion': NONE,
  'ad-platforms.sync-all': NONE,
  'ad-platforms.sync-campaign': NONE,
  'ad-platforms.sync-today': NONE,
  'ad-platforms.disconnect': DISCONNECT,
  'facebook.connect-campaign': LINK,
  'facebook.change-link': CHANGE_LINK,
  'facebook.disconnect-campaign': UNLINK,
  'facebook.unlink-some': notAsked(UNDONE, ['changes-figures'], 'ad-account.unlink'),
  'facebook.link-all': LINK_ALL,
  'facebook.end-account-rule': END_RULE,
  'facebook.ignore-suggestion': NONE,
  'facebook.sync-all': NONE,
  'facebook.sync-campaign': NONE,
  'facebook.disconnect': DISCONNECT,
  'facebook.start-connecting': NONE,
  'facebook.finish-connecting': CONNECT,
  'facebook.set-pixel': asks(['lets-out'], 'pixel.set'),
  'facebook.remove-pixel': NONE,
  'facebook.test-pixel': NONE,
  'postbacks.create': asks(['lets-out'], 'postback.create'),
  'postbacks.change': asks(['lets-out'], 'postback.edit'),
  'postbacks.remove': NONE,
  'postbacks.test': NONE,
  'push-devices.add': notAsked(OWN, ['lets-out'], 'push-device.add'),
  'push-devices.change': NONE,
  'push-devices.remove': NONE,
  'push-devices.test': NONE,
  'analytics.export': notAsked(FILE, ['lets-out'], 'analytics.export'),
  'clicks.export': notAsked(FILE, ['lets-out'], 'clicks.export'),
  'conversions.export': notAsked(FILE, ['lets-out'], 'conversions.export'),
  'figures.export': notAsked(FILE, ['lets-out']),
  'leads.export': notAsked(FILE, ['lets-out'], 'leads.export'),
  'conversions.buyer': notAsked('one person at a time, with a rate', ['lets-out'], 'conversion.buyer'),
  'conversions.contact': notAsked('one person at a time, with a rate', ['lets-out'], 'conversion.contact'),
  'privacy.search': notAsked('names some persons, with a rate', ['lets-out'], 'person.search'),
  'privacy.export': asks(['lets-out'], 'person.export'),
  'privacy.erase': asks(['changes-figures'], 'person.erase'),
  'api-keys.create': asks(['lets-in', 'lets-out'], 'api-key.create'),
  'api-keys.revoke': asks(['lets-in'], 'api-key.revoke'),
  'webhook-keys.change': asks(['lets-in'], 'webhook-key.permit-get'),
  'webhook-keys.rotate': asks(['lets-in'], 'webhook-key.rotate'),
  'webhook-keys.set-secret': asks(['lets-in'], 'webhook-secret.set'),
  'webhook-keys.remove-secret': asks(['lets-in'], 'webhook-secret.remove'),
  'webhook-keys.set-token': asks(['lets-in'], 'webhook-token.set'),
  'webhook-keys.remove-token': asks(['lets-in'], 'webhook-token.remove'),
  'webhook-keys.set-amounts': asks(['changes-figures'], 'webhook-key.set-amounts'),
  'webhook-deliveries.reprocess': notAsked(UNDONE, ['changes-figures'], 'webhook-delivery.reprocess'),
  'users.change-role': asks(['lets-in'], 'user.change-role'),
  'users.change-owner': asks(['lets-in'], 'user.change-owner'),
  'users.remove': asks(['lets-in'], 'user.remove'),
  'invites.create': asks(['lets-in'], 'invite.create'),
  'invites.withdraw': NONE,
  'invites.accept': notAsked(PASSWORD_GIVEN, ['lets-in'], 'invite.accept'),
  'companies.open': asks(['lets-in'], 'tenant.register'),
  'companies.leave': asks(['lets-in'], 'user.leave'),
  'auth.register': notAsked(PASSWORD_GIVEN, ['lets-in'], 'tenant.register'),
  'auth.login': notAsked(PASSWORD_GIVEN, ['lets-in'], 'session.start', 'session.fail'),
  'auth.second-factor': notAsked(PASSWORD_GIVEN, ['lets-in'], 'session.start', 'second-factor.fail'),
  'auth.reset': notAsked(PASSWORD_GIVEN, ['lets-in'], 'password.reset'),
  'auth.confirm-email': notAsked(PASSWORD_GIVEN, ['lets-in'], 'tenant.confirm'),
  'auth.forgot': NONE,
  'auth.logout': NONE,
  'auth.send-confirmation': NONE,
  'profile.change': NONE,
  'profile.confirm-password': NONE,
  'profile.change-password': notAsked(PASSWORD_GIVEN, ['lets-in'], 'password.change'),
  'second-factor.begin': asks(['lets-in'], 'second-factor.switch-on'),
  'second-factor.confirm': asks(['lets-in'], 'second-factor.switch-on'),
  'second-factor.renew-codes': asks(['lets-in'], 'second-factor.renew-codes'),
  'second-factor.switch-off': asks(['lets-in'], 'second-factor.switch-off'),
  'sessions.end': NONE,
  'sessions.end-others': NONE,
  'campaigns.create': notAsked('no link leads to a new campaign yet', ['moves-visitors'], 'campaign.create'),
  'campaigns.edit': asksForFields(['moves-visitors', 'changes-figures'], 'campaign.edit'),
  'tenant.change': asksForFields(['moves-money', 'changes-figures', 'lets-in'], 'tenant.change'),
  'costs.create': asks(['changes-figures'], 'cost.create'),
  'costs.change': asks(['changes-figures'], 'cost.edit'),
  'costs.remove': asks(['changes-figures'], 'cost.remove'),
  'exchange-rates.set': asks(['changes-figures'], 'exchange-rates.set'),
  'spend.enter': notAsked(UNDONE, ['changes-figures'], 'spend.enter'),
  'spend.enter-list': notAsked(UNDONE, ['changes-figures'], 'spend.enter'),
  'spend.import': notAsked(UNDONE, ['changes-figures'], 'spend.import'),
  'spend.undo-import': notAsked(UNDONE, ['changes-figures'], 'spend.undo-import'),
  'conversions.attribute': notAsked(UNDONE, ['changes-figures'], 'conversion.assign', 'conversion.take-away'),
  'conversions.import': notAsked(UNDONE, ['changes-figures'], 'conversion.import'),
  'conversions.undo-import': notAsked(UNDONE, ['changes-figures'], 'conversion.undo-import'),
  'products.create': notAsked(UNDONE, ['changes-figures'], 'product.create'),
  'products.change': notAsked(UNDONE, ['changes-figures'], 'product.edit'),
  'products.remove': notAsked(UNDONE, ['changes-figures'], 'product.remove'),
  'integration.confirm-site': notAsked(UNDONE, ['changes-figures'], 'site.confirm'),
  'integration.remove-site': notAsked(UNDONE, ['changes-figures'], 'site.remove'),
  'integration.read-link': NONE,
  'side-by-side.compare': NONE,
  'figures.ask-by-body': NONE,
  'leads.edit': NONE,
  'onboarding.change': NONE,
  'views.create': NONE,
  'views.change': NONE,
  'views.remove': NONE,
};

/** Administrators get a mail of what reaches beyond the screens, also of what they did themselves: it may have been a thief with their session. */
export const WARNED_EFFECTS = [
  'moves-money',
  'moves-visitors',
  'lets-out',
  'lets-in',
] as const satisfies readonly Effect[];
const isWarned = (effect: Effect): boolean => WARNED_EFFECTS.some((one) => one === effect);

const FIRST_OF_ALL = 'the tenant has no other person yet';
const IN_THE_SUM = 'it stays within the sum of a day, and the list of actions has it with its undo';

/** Contracts with such an effect of which administrators get no mail: which mail the person gets instead, or why there is none. */
export const WARNED_OTHERWISE: Readonly<
  Record<string, { readonly person: 'new-browser' | 'account-change' } | { readonly notBecause: string }>
> = {
  'ad-actions.ask': { notBecause: IN_THE_SUM },
  'ad-actions.undo': { notBecause: IN_THE_SUM },
  'analytics.export': { notBecause: FILE },
  'auth.confirm-email': { notBecause: FIRST_OF_ALL },
  'auth.login': { person: 'new-browser' },
  'auth.register': { notBecause: FIRST_OF_ALL },
  'auth.reset': { person: 'account-change' },
  'auth.second-factor': { person: 'new-browser' },
  'campaigns.create': { notBecause: 'no link leads to a new campaign yet' },
  'clicks.export': { notBecause: FILE },
  'companies.open': { notBecause: FIRST_OF_ALL },
  'conversions.buyer': { notBecause: 'one person at a time, with a rate' },
  'conversions.contact': { notBecause: 'one person at a time, with a rate' },
  'conversions.export': { notBecause: FILE },
  'figures.export': { notBecause: FILE },
  'leads.export': { notBecause: FILE },
  'privacy.search': { notBecause: 'names some persons, with a rate' },
  'profile.change-password': { person: 'account-change' },
  'push-devices.add': { notBecause: OWN },
  'second-factor.begin': { person: 'account-change' },
  'second-factor.confirm': { person: 'account-change' },
  'second-factor.renew-codes': { person: 'account-change' },
  'second-factor.switch-off': { person: 'account-change' },
};

/** What each contract that moves money has to do with the sum of a day by which a tenant raises its spend. */
export const SUM_OF_DAY: Readonly<Record<string, 'counts' | 'sets' | { readonly spendsNothing: string }>> = {
  'ad-actions.ask': 'counts',
  'ad-actions.undo': 'counts',
  'tenant.change': 'sets',
  'ad-platforms.link-all': { spendsNothing: 'it lets editors act, and each act counts' },
  'facebook.link-all': { spendsNothing: 'it lets editors act, and each act counts' },
  'facebook.finish-connecting': { spendsNothing: 'it lets editors act, and each act counts' },
};

/** What a person sets up that goes on without them, by the contract that makes it: with the person's rights, what lets something out ends. */
export const MADE_BY = {
  'api-key': 'api-keys.create',
  postback: 'postbacks.create',
  pixel: 'facebook.set-pixel',
  connection: 'facebook.finish-connecting',
  'webhook-secret': 'webhook-keys.set-secret',
  'webhook-token': 'webhook-keys.set-token',
  // Of the person alone: it ends by itself, and is not asked about.
  'push-device': 'push-devices.add',
} as const;
export type MadeKind = Exclude<keyof typeof MADE_BY, 'push-device'>;

export const letsOut = (kind: MadeKind): boolean => EFFECTS_OF[MADE_BY[kind]]?.effects.includes('lets-out') === true;

/** Of a contract that asks for the password with some fields alone: which, and for what. A session may change the others. */
export const PASSWORD_FIELDS = {
  'tenant.change': {
    timeZone: 'changes-figures',
    retention: 'changes-figures',
    ...(Object.fromEntries(Object.keys(UnverifiedSettings.shape).map((field) => [field, 'changes-figures'])) as Record<
      keyof UnverifiedSettings,
      Effect
    >),
    requireSecondFactor: 'lets-in',
    budgetRaisePerDay: 'moves-money',
  },
  'campaigns.edit': { destinationUrl: 'moves-visitors' },
  // Values of `action`: what ends spending never asks.
  'ad-actions.ask': { resume: 'moves-money', budget: 'moves-money' },
  'ad-actions.undo': { budget: 'moves-money' },
} as const satisfies Record<string, Readonly<Record<string, Effect>>>;

export const warnsAdministrators = (name: string): boolean =>
  WARNED_OTHERWISE[name] === undefined && EFFECTS_OF[name]?.effects.some(isWarned) === true;

/** Lines of the audit log that administrators are mailed; with fields, only where one of them was changed. */
export const WARNED_ACTIONS: ReadonlyMap<AuditAction, readonly string[] | 'always'> = new Map(
  Object.entries(EFFECTS_OF).flatMap(([name, { audit }]) =>
    warnsAdministrators(name) ? audit.map((action) => [action, warnedFields(name)] as const) : [],
  ),
);

function warnedFields(name: string): readonly string[] | 'always' {
  const fields: Readonly<Record<string, Effect>> | undefined = PASSWORD_FIELDS[name as keyof typeof PASSWORD_FIELDS];
  if (!fields) return 'always';
  return Object.keys(fields).filter((field) => isWarned(fields[field]!));
}
