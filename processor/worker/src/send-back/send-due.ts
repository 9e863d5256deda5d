// Sends everything that is due for one destination, in batches. When the process dies between sending and recording, it sends
// those again: with the same event id, which the ad platform deduplicates.
import { type AdPlatforms, platformOf } from '@tracker/infra/ad-platforms/ad-platform';
import { createConnectionStore } from '@tracker/infra/ad-platforms/connection-store';
import { isSold } from '@tracker/infra/conversions/outbox';
import type { Clock } from '@tracker/infra/lifecycle/clock';
import { eachApart } from '@tracker/infra/lifecycle/each-apart';
import type { GuardedGet } from '@tracker/infra/postbacks/guarded-call';
import type { Postgres } from '@tracker/infra/postgres/client';
import { decryptDestinationSecret } from '@tracker/infra/secrets/destination-secret';
import { type Keyring, SecretError } from '@tracker/infra/secrets/keyring';
import type { Logger } from '@tracker/infra/telemetry/logger';
import type { TenantId } from '@tracker/schemas/primitives/ids';
import type { SendProblem } from '@tracker/schemas/send-back/problems';
import { type Attempted, afterDefect, type OnDefect, retryAt } from './attempted.ts';
import {
  type Destination,
  type DueConversion,
  type PlatformDestinationRow,
  pauseDestination,
  type Result,
  readDue,
  stopDestination,
  writeResults,
} from './destinations.ts';
import { type ConversionReaderDeps, type ConversionToSend, readConversions } from './read-conversions.ts';
import { NO_CONNECTION_PAUSE_MS, type SendConversionsDeps, sendConversions } from './send-conversions.ts';
import { CALLS_AT_ONCE, sendPostbacks } from './send-postbacks.ts';
import { sendPushes, silentUntil } from './send-pushes.ts';

/** Checks whether a due conversion may still be sent. */
type Verdict =
  | { readonly kind: 'send'; readonly conversion: ConversionToSend }
  | { readonly kind: 'wait' | 'never'; readonly problem: SendProblem };

function checkSendable(conversion: ConversionToSend | undefined): Verdict {
  if (!conversion) return { kind: 'wait', problem: { code: 'conversion_not_ready' } };
  if (conversion.state.isRemoved || !isSold(conversion.state))
    return { kind: 'never', problem: { code: 'conversion_not_approved' } };
  return { kind: 'send', conversion };
}

export interface SendDueDeps extends ConversionReaderDeps {
  readonly postgres: Postgres;
  readonly adPlatforms: AdPlatforms;
  readonly get: GuardedGet;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly logger: Logger;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Milliseconds that no change of the clock moves; by default those of the process. */
  readonly elapsed?: () => number;
}

export interface DestinationName {
  readonly tenantId: TenantId;
  readonly destinationId: string;
}

/** A crash repeats at most so many; the platform takes a thousand in a call. */
const CONVERSIONS_AT_ONCE = { 'conversions-api': 200, postback: 20, 'web-push': Number.POSITIVE_INFINITY } as const;
const READ_AT_ONCE = 200;
/** Then another person's turn comes, also between the calls of a batch; what is left is found by the next sweep. */
export const TURN_MS = 5_000;
const NO_PLATFORM_PAUSE_MS = 3_600_000;

/**
 * Gives how many arrived, and to `onPace` how long the server of a postback takes. Rejects when a store is away: what is not written down is due as
 * before.
 */
export async function sendDue(
  deps: SendDueDeps,
  name: DestinationName,
  signal: AbortSignal,
  onPace: (ms: number) => void = () => undefined,
): Promise<number> {
  const { elapsed = () => performance.now() } = deps;
  let sent = 0;
  const turnEndsAt = elapsed() + TURN_MS;
  const pace: Pace = { elapsed, onPace, isTurnOver: () => elapsed() >= turnEndsAt };
  while (!signal.aborted && !pace.isTurnOver()) {
    const { results, isOver } = await sendSome(deps, name, signal, pace);
    sent += results.filter(({ state }) => state === 'sent').length;
    if (isOver) break;
  }
  return sent;
}

interface Pace {
  readonly elapsed: () => number;
  readonly onPace: (ms: number) => void;
  readonly isTurnOver: () => boolean;
}

async function sendSome(
  deps: SendDueDeps,
  { tenantId, destinationId }: DestinationName,
  signal: AbortSignal,
  pace: Pace,
) {
  const { postgres, clock } = deps;
  const nowMs = clock.now();
  const most = CONVERSIONS_AT_ONCE['conversions-api'];
  const work = await readDue(postgres, tenantId, { destinationId, nowMs, most });
  if (!work || work.due.length === 0) return { results: [], isOver: true };
  const due = work.due.slice(0, CONVERSIONS_AT_ONCE[work.destination.kind]);
  const { results, pauseUntilMs, stopReason } = await attempt(deps, { tenantId, ...work, due, nowMs }, signal, pace);
  await writeResults(postgres, tenantId, { destinationId, nowMs: clock.now(), results });
  if (pauseUntilMs !== undefined) await pauseDestination(postgres, tenantId, destinationId, pauseUntilMs);
  if (stopReason !== undefined && work.destination.kind === 'conversions-api') {
    await stopDestination(postgres, tenantId, work.destination, { nowMs: clock.now(), reason: stopReason });
  }
  // Without a result a conversion is due as before, and the next round would be the same one.
  const isOver = pauseUntilMs !== undefined || stopReason !== undefined || results.length < due.length;
  return { results, isOver };
}

interface Work {
  readonly tenantId: TenantId;
  readonly destination: Destination;
  readonly due: readonly DueConversion[];
  readonly nowMs: number;
}

async function attempt(
  deps: SendDueDeps,
  { tenantId, destination, due, nowMs }: Work,
  signal: AbortSignal,
  { elapsed, onPace, isTurnOver }: Pace,
): Promise<Attempted> {
  const silentUntilMs = destination.kind === 'web-push' ? silentUntil(destination, nowMs) : null;
  if (silentUntilMs !== null) return { results: [], pauseUntilMs: silentUntilMs };
  const conversions = new Map<string, ConversionToSend>();
  const unread = new Map<string, unknown>();
  const onDefect: OnDefect = (one, err) => {
    const { conversionId } = one;
    deps.logger.error(
      { event: 'outbox.conversion.failed', err, tenantId, destinationId: destination.id, conversionId },
      'conversion cannot be sent; the others of its destination go on',
    );
    return afterDefect(one, nowMs, deps.random);
  };
  for (let start = 0; start < due.length; start += READ_AT_ONCE) {
    const ids = due.slice(start, start + READ_AT_ONCE).map(({ conversionId }) => conversionId);
    const read = async (some: readonly string[]) => {
      for (const [id, conversion] of await readConversions(deps, tenantId, some)) conversions.set(id, conversion);
    };
    await eachApart([ids], read, () =>
      eachApart(
        ids,
        (id) => read([id]),
        (conversionId, error) => void unread.set(conversionId, error),
      ),
    );
  }
  const ready: { due: DueConversion; conversion: ConversionToSend }[] = [];
  const held: Result[] = [];
  for (const one of due) {
    if (unread.has(one.conversionId)) {
      held.push(onDefect(one, unread.get(one.conversionId)));
      continue;
    }
    const verdict = checkSendable(conversions.get(one.conversionId));
    if (verdict.kind === 'send') ready.push({ due: one, conversion: verdict.conversion });
    else held.push(heldBack(one, verdict, nowMs, deps.random));
  }
  const call = { nowMs, random: deps.random, signal, onDefect };
  const startedAt = elapsed();
  const attempted: Attempted =
    destination.kind === 'postback'
      ? await sendPostbacks({ get: deps.get, template: destination.template, isTurnOver, ...call }, ready)
      : destination.kind === 'web-push'
        ? await sendPushes({ ...deps, nowMs, onDefect }, tenantId, destination, ready)
        : await sendToPlatform(deps, tenantId, destination, call, ready);
  // Tenants choose these servers. A slow ad platform is slow to all of its destinations, and they would share two places.
  const rounds = destination.kind === 'postback' ? Math.ceil(attempted.results.length / CALLS_AT_ONCE) : 0;
  if (rounds > 0) onPace((elapsed() - startedAt) / rounds);
  return { ...attempted, results: [...held, ...attempted.results] };
}

async function sendToPlatform(
  deps: SendDueDeps,
  tenantId: TenantId,
  row: PlatformDestinationRow,
  call: Omit<SendConversionsDeps, 'destination' | 'access'>,
  ready: readonly { readonly due: DueConversion; readonly conversion: ConversionToSend }[],
): Promise<Attempted> {
  const destination = platformOf(deps.adPlatforms, row.platform)?.destination;
  // This installation has lost the platform: the conversions wait for it, and expire.
  if (!destination) return { results: [], pauseUntilMs: call.nowMs + NO_PLATFORM_PAUSE_MS };
  const settings = destination.settings.safeParse(row.settings);
  // The platform asks for more than it did when it was saved.
  if (!settings.success) return { results: [], stopReason: { code: 'settings_outdated' } };
  if (row.encryptedToken !== null) {
    let token: string;
    try {
      token = decryptDestinationSecret(deps.keyring, tenantId, { id: row.id, encryptedToken: row.encryptedToken });
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      // Its key is no longer in APP_KEYS: only a person who has the token can repair it.
      return { results: [], stopReason: { code: 'token_unreadable' } };
    }
    return sendConversions({ destination, access: { settings: settings.data, token }, ...call }, ready);
  }
  const connections = createConnectionStore(deps, row.platform);
  const connection = await connections.find(tenantId);
  if (!connection?.isAlive) return { results: [], pauseUntilMs: call.nowMs + NO_CONNECTION_PAUSE_MS };
  const access = { settings: settings.data, token: connection.token() };
  const attempted = await sendConversions({ destination, access, ...call }, ready);
  if (attempted.endsConnection) await connections.end(tenantId, access.token, attempted.endsConnection);
  return attempted;
}

const heldBack = (
  { conversionId, attempts }: DueConversion,
  { kind, problem: error }: { readonly kind: 'wait' | 'never'; readonly problem: SendProblem },
  nowMs: number,
  random: () => number,
): Result =>
  kind === 'never'
    ? { conversionId, state: 'failed', error, wasTried: false }
    : { conversionId, state: 'waiting', error, wasTried: true, nextAtMs: retryAt(nowMs, attempts, random) };
