import { z } from 'zod';
import { Instant } from '../primitives/time.ts';
import { defineContract } from './define-contract.ts';

/** Data for the installation of the script, and whether it works. */

export const readIntegration = defineContract({
  name: 'integration.read',
  method: 'GET',
  path: '/api/integration',
  access: 'editor',
  summary: 'What all public addresses of the company begin with.',
  status: 200,
  /** Without a trailing slash. It is the server's setting: the address in the browser may be that of an internal network. */
  response: z.object({ publicUrl: z.string() }),
});

/** How far back a view still says that the script is in place. */
export const SCRIPT_SEEN_DAYS = 30;

export const ScriptStatus = z.object({
  /** Null when no page told of itself in the last 30 days. */
  lastViewAt: Instant.nullable(),
  /** Of that view, as `example.com/page`: without its query, which holds what an ad said of its visitor. */
  lastViewPage: z.string().nullable(),
  host: z.string().nullable(),
  lastClickAt: Instant.nullable(),
});
export type ScriptStatus = z.infer<typeof ScriptStatus>;

export const readScriptStatus = defineContract({
  name: 'integration.script-status',
  method: 'GET',
  path: '/api/integration/script-status',
  access: 'editor',
  summary: 'The latest page view and click of a person, of the company or of one campaign, in the last 30 days.',
  query: z.object({ campaignId: z.string().max(64).optional() }),
  status: 200,
  response: ScriptStatus,
});

export const integrationContracts = [readIntegration, readScriptStatus];
