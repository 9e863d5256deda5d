import type { ServerResponse } from 'node:http';
import { consent } from './consent-page.ts';
import type { Fault, Faults } from './faults.ts';
import { type Refusal, RefusalError, refusalBody, refusals, refuse } from './refusal.ts';
import type { StubRequest } from './request.ts';
import { accountOf, answerOf, type StubWorld } from './routes.ts';
import { APP_BUDGET, type UsageMeter, usageHeaders } from './usage.ts';
import { write } from './write.ts';

export type Served = StubWorld & { readonly faults: Faults; readonly usage: UsageMeter; readonly autoApprove: boolean };

/** The two supported API versions; calls to any other are rejected. */
const LIVE_VERSIONS = ['v26.0', 'v25.0'];

/** Responds to one call, or applies a fault. */
export function serve(world: Served, request: StubRequest, response: ServerResponse): void {
  if (request.method === 'GET' && request.path === '/dialog/oauth') {
    showConsent(world, request, response);
    return;
  }
  const fault = world.faults.take(`${request.method} ${request.path}`);
  const { status, body, regainMinutes } = answered(world, request, fault);
  const account = accountOf(world, request.path.split('/')[1] ?? '')?.id;
  const headers = usageHeaders(world.usage, account, request.path.endsWith('/insights'), regainMinutes);
  write(
    response,
    status,
    { 'content-type': 'application/json; charset=UTF-8', ...headers },
    JSON.stringify(body),
    fault,
  );
}

function answered(world: Served, request: StubRequest, fault: Fault | undefined) {
  try {
    if (fault?.kind === 'refuse') refuse(fault.refusal);
    if (request.version !== undefined && !LIVE_VERSIONS.includes(request.version)) refuse(refusals.oldVersion);
    countCall(world, request);
    return { status: 200, body: answerOf(world, request), regainMinutes: 0 };
  } catch (error) {
    const refusal = refusalOf(error);
    return { status: refusal.status, body: refusalBody(refusal), regainMinutes: refusal.regainMinutes };
  }
}

/** Malformed JSON in a parameter is an invalid parameter; any other error is a defect of the stub. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof RefusalError) return error.refusal;
  if (error instanceof SyntaxError) return refusals.badParameter;
  throw error;
}

/** Rejects a call when the usage budget is full, with the minutes until there is room. */
function countCall({ usage, accounts }: Served, { path }: StubRequest): void {
  const account = accountOf({ accounts }, path.split('/')[1] ?? '')?.id;
  if (usage.count(APP_BUDGET) >= 100) refuse(refusals.appThrottled);
  if (account === undefined || usage.count(account) < 100) return;
  const regainMinutes = Math.ceil((usage.percentOf(account) - 50) / usage.dropPerMinutePercent);
  refuse({
    ...(path.endsWith('/insights') ? refusals.insightsThrottled : refusals.managementThrottled),
    regainMinutes,
  });
}

function showConsent(world: Served, { params }: StubRequest, response: ServerResponse): void {
  try {
    const answer = consent(params, world.app, world.tokens, world.autoApprove);
    if ('location' in answer) return void response.writeHead(302, { location: answer.location }).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer.html);
  } catch (error) {
    const { message: text } = refusalOf(error);
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
  }
}
