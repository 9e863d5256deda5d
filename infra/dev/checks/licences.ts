/**
 * Refuses a package whose licence is not in the list, and writes what the product is made of: `dist/sbom.cdx.json` (CycloneDX) and
 * `dist/licences.md`. Both come from `npx -y pnpm@12 sbom`, which reads the installed packages.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { environment } from '@tracker/infra/config/config';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const out = `${root}/dist`;

/** Licences that ask for no more than a notice. Nothing under GPL, LGPL or AGPL. */
const IN_THE_PRODUCT = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  '(MIT OR CC0-1.0)',
  'OFL-1.1', // the font Inter
  'SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)', // places by network; the screen Geografia names the source
]);

/** Also fine for tools that are not shipped. */
const IN_TOOLS = new Set([
  ...IN_THE_PRODUCT,
  'MPL-2.0',
  'CC-BY-4.0',
  'MIT OR Apache-2.0',
  '(MIT AND Zlib)',
  'Python-2.0',
]);

/** Tools that state their licence in a field that npm gave up: read in their package.json or README. */
const STATED_OTHERWISE: Readonly<Record<string, string>> = {
  'ssh2 1.17.0': 'MIT',
  'cpu-features 0.0.10': 'MIT',
  'buildcheck 0.0.7': 'MIT',
  'busboy 1.6.0': 'MIT',
  'streamsearch 1.1.0': 'MIT',
  'humanize-number 0.0.2': 'MIT',
};

const Sbom = z.looseObject({
  components: z.array(
    z.looseObject({
      name: z.string(),
      group: z.string().optional(),
      version: z.string(),
      licenses: z
        .array(
          z.object({
            license: z.object({ id: z.string().optional(), name: z.string().optional() }).optional(),
            expression: z.string().optional(),
          }),
        )
        .default([]),
    }),
  ),
});

interface Installed {
  readonly name: string;
  readonly licence: string;
}

function sbom(...options: string[]): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', ...options];
  return execFileSync(environment().npm_execpath ?? 'pnpm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

const installed = (text: string): Installed[] =>
  Sbom.parse(JSON.parse(text))
    .components.filter(({ group }) => group !== '@tracker')
    .map(({ name: plain, group, version, licenses }) => {
      const name = `${group ? `${group}/` : ''}${plain} ${version}`;
      const stated = licenses.map((one) => one.expression ?? one.license?.id ?? one.license?.name).join(' AND ');
      return { name, licence: stated || (STATED_OTHERWISE[name] ?? 'none') };
    });

const refused = (packages: readonly Installed[], allowed: ReadonlySet<string>) =>
  packages.filter(({ licence }) => !allowed.has(licence));

const product = sbom('--prod');
const shipped = installed(product);
mkdirSync(out, { recursive: true });
writeFileSync(`${out}/sbom.cdx.json`, product);
writeFileSync(
  `${out}/licences.md`,
  `# Packages in the product\n\n${shipped.map(({ name, licence }) => `- ${name}: ${licence}`).join('\n')}\n`,
);

const wrong = [...refused(shipped, IN_THE_PRODUCT), ...refused(installed(sbom()), IN_TOOLS)];
for (const { name, licence } of wrong) console.log(`${name}: licence ${licence}`);
process.exitCode = wrong.length === 0 ? 0 : 1;
