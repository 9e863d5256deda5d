// The gateway sends a GET again, to another instance, when it got no answer to it. The first instance may have stored the event before it
// died; the gateway's header lets both attempts be recognized as one request (ADR 53).
import type { FastifyRequest } from 'fastify';
import { isProxied } from './visitor.ts';

export interface GatewayRequest {
  /** Unix milliseconds; the same in all attempts. */
  readonly arrivedMs: number;
  /** 16 random bytes; the same in all attempts. */
  readonly id: Uint8Array;
  /** Another instance was given the request before. */
  readonly isRetry: boolean;
}

export const GATEWAY_HEADER = 'x-gateway-request';

/** '<seconds>.<milliseconds> <32 hexadecimal digits> <first|retry>' */
const FORM = /^(\d{10})\.(\d{3}) ([0-9a-f]{32}) (first|retry)$/;

/** Longer than the gateway waits for an answer before it asks the next instance. */
const OLDEST_MS = 60_000;
/** By so much the gateway's clock may be ahead. */
const AHEAD_MS = 1_000;

/** Undefined unless a trusted proxy says it, well formed, of a moment ago: then the request is one of its own. */
export function gatewayRequest(request: FastifyRequest, nowMs: number): GatewayRequest | undefined {
  const header = request.raw.headers[GATEWAY_HEADER];
  if (typeof header !== 'string' || !isProxied(request)) return undefined;
  const [, seconds, milliseconds, id = '', attempt] = FORM.exec(header) ?? [];
  if (attempt === undefined) return undefined;
  const arrivedMs = Number(`${seconds}${milliseconds}`);
  if (arrivedMs <= nowMs - OLDEST_MS || arrivedMs > nowMs + AHEAD_MS) return undefined;
  return { arrivedMs, id: Buffer.from(id, 'hex'), isRetry: attempt === 'retry' };
}

/** 0 to 999: what the click id of each attempt ends in, unless another click of that moment has it. */
export const counterOf = ({ id }: GatewayRequest): number => ((id[0]! << 8) | id[1]!) % 1_000;
