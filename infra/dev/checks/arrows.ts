/**
 * Compares all imports with the rules of `.dependency-cruiser.cjs`.
 *
 * A cruiser that cannot parse TypeScript reads no module and finds no breach (dependency-cruiser with TypeScript 7 does exactly
 * that). So the number of modules is part of the result, and too few modules are a failure.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
const folders = ['schemas', 'infra', 'ingest', 'processor', 'api', 'web'];

interface CruiseResult {
  modules: { source: string; dependencies: unknown[] }[];
  summary: {
    violations: {
      from: string;
      to: string;
      rule: { name: string; severity: string };
      comment?: string;
      cycle?: { name: string }[];
    }[];
  };
}

export interface ArrowReport {
  /** TypeScript files of ours that were parsed. */
  modulesRead: number;
  /** One entry a breach, with the rule's own words on how to mend it. */
  breaches: { rule: string; sentence: string }[];
}

/** Cruises the packages under `root`, laid out as this repository is, by this repository's rules. */
export async function readArrows(root: string = projectRoot): Promise<ArrowReport> {
  const result = await cruise(root);
  const modulesRead = result.modules.filter(
    (module) => /\.tsx?$/.test(module.source) && !module.source.includes('node_modules'),
  ).length;
  const comments = await commentsByRule();
  const breaches = result.summary.violations.map((violation) => {
    const rule = violation.rule.name;
    const way = violation.cycle ? violation.cycle.map((step) => step.name).join(' → ') : violation.to;
    const arrow = violation.from === way ? violation.from : `${violation.from} → ${way}`;
    return { rule, sentence: `${rule}: ${arrow}\n  ${comments.get(rule) ?? ''}` };
  });
  return { modulesRead, breaches };
}

async function cruise(root: string): Promise<CruiseResult> {
  const command = join(projectRoot, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const config = join(projectRoot, '.dependency-cruiser.cjs');
  const present = folders.filter((folder) => existsSync(join(root, folder)));
  const args = [command, '--config', config, '--output-type', 'json', ...present];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 256 * 1024 * 1024 });
  return JSON.parse(stdout) as CruiseResult;
}

async function commentsByRule(): Promise<Map<string, string>> {
  const { default: config } = (await import(pathToFileURL(join(projectRoot, '.dependency-cruiser.cjs')).href)) as {
    default: { forbidden: { name: string; comment: string }[] };
  };
  return new Map(config.forbidden.map((rule) => [rule.name, rule.comment]));
}

if (import.meta.main) {
  const { modulesRead, breaches } = await readArrows();
  for (const breach of breaches) console.log(breach.sentence);
  if (modulesRead === 0) console.log('The cruiser read no module at all: is TypeScript 6 still installed beside 7?');
  if (breaches.length > 0 || modulesRead === 0) process.exitCode = 1;
}
