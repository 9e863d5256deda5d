import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LOG_EVENTS } from './log-events.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const isSource = (path: string) => !/node_modules|\.(test|suite|bench)\.ts$|\/test(ing)?\//.test(path);
const sources = globSync('{api,infra,ingest,processor,schemas}/**/*.ts', { cwd: root }).filter(isSource);

/** Every call of a logger at `info` or above, or at a level that is computed. */
const CALL = /\b(?:logger|log)\??\.(info|warn|error|fatal)\(|\b(?:logger|log)\[[^\]]*\]\(/g;
const NAMED = /^\{\s*event: '([^']+)'/;

const calls = sources.flatMap((path) => {
  const text = readFileSync(`${root}${path}`, 'utf8');
  return [...text.matchAll(CALL)].map((call) => {
    const rest = text.slice(call.index + call[0].length).trimStart();
    return { path, level: call[1], event: NAMED.exec(rest)?.[1], call: `${call[0]}${rest.slice(0, 60)}` };
  });
});

describe('the log', () => {
  it('names an event of the catalogue, at its level, in every call at info or above', () => {
    expect(calls.length).toBeGreaterThan(60);
    const levels: Partial<Record<string, string>> = LOG_EVENTS;
    expect(calls.filter(({ event, level }) => event === undefined || levels[event] !== level)).toEqual([]);
  });

  it('uses every event of the catalogue', () => {
    const used = new Set(calls.map(({ event }) => event));
    expect(Object.keys(LOG_EVENTS).filter((event) => !used.has(event))).toEqual([]);
  });

  it('keeps the catalogue in the order of the alphabet, with dotted lower-case keys', () => {
    const keys = Object.keys(LOG_EVENTS);
    expect(keys).toEqual([...keys].sort());
    expect(keys.filter((key) => !/^[a-z-]+(\.[a-z-]+)+$/.test(key))).toEqual([]);
  });

  it('has every event in the page for operators, at its level, with what it means and what to do', () => {
    const page = readFileSync(`${root}infra/docs/log-events.md`, 'utf8');
    const rows = page.matchAll(/^\| `([^`]+)` \| (\w+) \| [^|]+ \| [^|]+ \|$/gm);
    expect([...rows].map(([, event, level]) => [event, level])).toEqual(Object.entries(LOG_EVENTS));
  });
});
