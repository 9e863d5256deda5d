import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** The names under which a heading is linked to, as the site of the repository makes them. */
const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Links of a document that lead nowhere. */
function deadIn(path: string): string[] {
  const targets = [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [file = '', anchor] = target.split('#');
    const to = file === '' ? path : normalize(join(dirname(path), decodeURIComponent(file)));
    if (!existsSync(join(root, to))) return true;
    return anchor !== undefined && !anchorsOf(to).includes(anchor);
  });
}

describe('documents', () => {
  it('have no link to a page or a heading that is not there', () => {
    expect(documents.length).toBeGreaterThan(50);
    expect(documents.flatMap((path) => deadIn(path).map((target) => `${path}: ${target}`))).toEqual([]);
  });
});

describe('README', () => {
  it('is read in three minutes', () => {
    const readme = read('README.md');
    expect(readme.split('\n').length).toBeLessThanOrEqual(120);
    // Two hundred and fifty words of prose a minute; code and addresses are copied, not read.
    const prose = withoutCode(readme).replace(/\]\([^)]*\)/g, ']');
    expect(prose.match(/[\p{L}\p{N}’'-]+/gu)?.length).toBeLessThanOrEqual(750);
  });

  it('holds on its first screen what it is, a picture, the two commands that the build server runs, what they take, and the demo', () => {
    const screen = read('README.md').split('\n').slice(0, 45).join('\n');
    const ci = read('.ci/run');
    for (const command of ['npx -y pnpm@12 start', 'npx -y pnpm@12 test']) expect(screen).toContain(command);
    expect(ci).toContain('npx -y pnpm@12 test');
    expect(screen).toMatch(/!\[.+\]\(infra\/docs\/dashboard\.png\)/);
    expect(screen).toMatch(/seconds[\s\S]*MB[\s\S]*memory/);
    expect(screen).toContain('demo@example.com');
  });
});
