/** Runs Schemathesis: it generates valid and invalid requests from the OpenAPI document and checks the responses against it. */

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { environment } from '@tracker/infra/config/config';
import { within } from '../kit/machine.ts';
import type { Target } from './target.ts';

const run = promisify(execFile);
const VERSION = '4.32.5';
const cacheDir = fileURLToPath(new URL(`../../../node_modules/.cache/schemathesis-${VERSION}`, import.meta.url));
const binary = join(cacheDir, 'bin', 'schemathesis');
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/**
 * The program from PyPI in its own directory (`node_modules/.cache`). Undefined without Python or a registry: on a build server
 * (CI=true) that is an error, elsewhere one line says so.
 */
export async function findSchemathesis(): Promise<string | undefined> {
  if (existsSync(binary)) return binary;
  try {
    mkdirSync(cacheDir, { recursive: true });
    await run('python3', ['-m', 'venv', cacheDir]);
    await run(join(cacheDir, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${VERSION}`], {
      timeout: within(300_000),
    });
    return binary;
  } catch (error) {
    rmSync(cacheDir, { recursive: true, force: true });
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    if (environment().CI === 'true') throw new Error(`Schemathesis must run here, and cannot: ${reason}`);
    process.stderr.write(`\n*** SCHEMATHESIS IS SKIPPED: ${reason}. It needs python3 with venv, and PyPI once. ***\n`);
    return undefined;
  }
}

export interface SchemathesisResult {
  readonly passed: boolean;
  /** Its output. */
  readonly report: string;
}

/** Runs all public endpoints for about this many seconds. */
export async function runSchemathesis(
  program: string,
  target: Target,
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Promise<SchemathesisResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tracker-fuzz-'));
  try {
    const path = join(folder, 'openapi.json');
    writeFileSync(path, JSON.stringify(withRealNames(await documentOf(target), target)));
    const { stdout } = await run(
      program,
      [
        'run',
        path,
        `--url=${target.tenant.url}`,
        '--include-tag=capture',
        `--checks=${CHECKS.join(',')}`,
        '--phases=examples,coverage,fuzzing',
        `--max-time=${seconds}`,
        `--seed=${seed}`,
        '--max-redirects=0',
        '--request-timeout=20',
        '--warnings=off',
        '--no-color',
      ],
      { cwd: folder, timeout: (seconds + 120) * 1_000, maxBuffer: 64 * 1024 * 1024 },
    );
    return { passed: true, report: stdout };
  } catch (error) {
    // It exits with 1 when a check failed.
    if (error instanceof Error && 'stdout' in error && 'code' in error && error.code === 1) {
      return { passed: false, report: String(error.stdout) };
    }
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Json = { [key: string]: unknown };

async function documentOf({ tenant }: Target): Promise<Json> {
  const answer = await fetch(`${tenant.url}/api/openapi.json`);
  if (!answer.ok) throw new Error(`/api/openapi.json: ${answer.status}`);
  return (await answer.json()) as Json;
}

/** Mixes existing names with random ones: otherwise every request would end at the first look-up. */
function withRealNames(document: Json, { tenant, clickId }: Target): Json {
  const known: Readonly<Record<string, string>> = {
    campaignId: tenant.campaignId,
    campaign_id: tenant.campaignId,
    key: tenant.trackingKey,
    clickid: clickId,
    click_id: clickId,
    email: 'ana@example.com',
  };
  const widen = (name: string, schema: Json): Json => {
    const value = known[name];
    const { description, ...shape } = schema;
    return value === undefined || shape.type !== 'string'
      ? schema
      : { ...(description !== undefined && { description }), anyOf: [{ const: value }, shape] };
  };
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    const object = value as Json;
    if (typeof object.name === 'string' && object.schema !== undefined) {
      return { ...object, schema: widen(object.name, object.schema as Json) };
    }
    if (object.type === 'object' && typeof object.properties === 'object') {
      const properties = Object.entries(object.properties as Json).map(([name, one]) => [
        name,
        widen(name, one as Json),
      ]);
      return { ...object, properties: Object.fromEntries(properties) };
    }
    return value;
  }) as Json;
}
