// One question to the API of a checkout, and what its answer means. The path comes from a mapping, which makes it of digits; the host is a setting of the
// operator, and redirects are not followed: the tenant's token goes nowhere else.
import type { GuardedCall } from '@tracker/infra/postbacks/guarded-call';
import type { LookUp } from '@tracker/schemas/checkouts/define-checkout';
import { fieldOf, isObject, textOf } from '@tracker/schemas/checkouts/fields';
import { parseBody } from '@tracker/schemas/checkouts/map-checkout';
import type { JsonObject } from '@tracker/schemas/checkouts/mapping';
import type { LookUpProblem } from '@tracker/schemas/look-ups/problems';

export type PlatformAnswer =
  | { readonly kind: 'answered'; readonly body: JsonObject }
  /** Nothing is asked with this token any more. */
  | { readonly kind: 'token-refused'; readonly problem: LookUpProblem }
  /** The platform is away or busy, for all that is asked. */
  | { readonly kind: 'away'; readonly problem: LookUpProblem }
  /** About this resource; the next answer may be another one. */
  | { readonly kind: 'refused'; readonly problem: LookUpProblem }
  /** No answer would be another one. */
  | { readonly kind: 'never'; readonly problem: LookUpProblem };

export interface Question {
  readonly baseUrl: string;
  readonly lookUp: LookUp;
  readonly token: string;
  /** '' where the checkout's paths do not begin with it. */
  readonly account: string;
  readonly resource: string;
}

/** As mappings write them. */
const RESOURCE = /^(?:\/[\w-]{1,40}){1,5}$/;
const USER_AGENT = 'TrafficTracker/1.0 (checkout look-up)';

const problem = (code: Exclude<LookUpProblem['code'], 'server_late' | 'server_error'>): LookUpProblem => ({ code });

/** Never rejects. */
export async function askPlatform(
  call: GuardedCall,
  question: Question,
  signal?: AbortSignal,
): Promise<PlatformAnswer> {
  const { baseUrl, lookUp, token, account, resource } = question;
  if (!RESOURCE.test(resource)) return { kind: 'never', problem: problem('look_up_not_found') };
  if (lookUp.asksAccount && !resource.startsWith(`/${account}/`)) {
    return { kind: 'never', problem: problem('other_account') };
  }
  const [header, scheme] = lookUp.header;
  const headers = { accept: 'application/json', 'user-agent': USER_AGENT, [header]: `${scheme} ${token}` };
  const outcome = await call(new URL(`${baseUrl.replace(/\/$/, '')}${resource}`), { method: 'GET', headers }, signal);
  if (!outcome.ok) return meaningOf(outcome.status, outcome.problem);
  const body = outcome.body && parseBody(outcome.body.toString('utf8'));
  // A page of maintenance says 200, too.
  if (!body) return { kind: 'away', problem: problem('answer_unreadable') };
  if (textOf(fieldOf(body, 'id')) !== resource.split('/').at(-1)) {
    return { kind: 'refused', problem: problem('answer_unreadable') };
  }
  return isOfAccount(lookUp, token, body)
    ? { kind: 'answered', body: kept(body, lookUp.kept) }
    : { kind: 'never', problem: problem('other_account') };
}

function meaningOf(status: number | null, stated: LookUpProblem): PlatformAnswer {
  if (status === 401) return { kind: 'token-refused', problem: problem('token_refused') };
  // Of this resource alone: a forged id must not stop the token of a tenant.
  if (status === 403) return { kind: 'refused', problem: problem('look_up_forbidden') };
  if (status === 404) return { kind: 'refused', problem: problem('look_up_not_found') };
  if (status === 429) return { kind: 'away', problem: problem('platform_busy') };
  return {
    kind: status !== null && status >= 400 && status < 500 && status !== 408 ? 'refused' : 'away',
    problem: stated,
  };
}

/** A payment that the owner of the token made to another person is no conversion. A token that does not name its owner says nothing about that. */
function isOfAccount({ seller }: LookUp, token: string, body: JsonObject): boolean {
  const owner = seller?.inToken.exec(token)?.[1];
  return !seller || owner === undefined || textOf(fieldOf(body, seller.inAnswer)) === owner;
}

/** A cart has few; each costs the redaction. */
const LIST_MAX = 100;

/** These fields, in their order: the same answer is the same text. */
export function kept(body: JsonObject, paths: readonly string[]): JsonObject {
  const names = new Map<string, string[]>();
  for (const path of paths) {
    const [name = '', rest] = path.split(/\.(.*)/s);
    names.set(name, [...(names.get(name) ?? []), ...(rest === undefined ? [] : [rest])]);
  }
  const entries = [...names].flatMap(([name, inner]): [string, unknown][] => {
    const value = fieldOf(body, name);
    if (value === undefined) return [];
    return [[name, inner.length === 0 ? cut(value) : within(value, inner)]];
  });
  return Object.fromEntries(entries);
}

function within(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map((one) => within(one, paths));
  return isObject(value) ? kept(value, paths) : null;
}

const cut = (value: unknown): unknown => (Array.isArray(value) ? value.slice(0, LIST_MAX) : value);
