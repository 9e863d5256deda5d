import { REQUIREMENTS } from '@tracker/dev/spec/requirements';
import { defineConfig } from 'vitest/config';

/** The unit tests of the pure core, for `npx -y pnpm@12 test:mutation` alone (stryker.config.mjs). */
export default defineConfig({
  resolve: {
    // Stryker tests a copy of the repository: imports of a package must find the copy, not what node_modules links to.
    alias: [
      {
        find: /^@tracker\/(schemas|infra|ingest|processor|api)\/(.*)$/,
        replacement: `${import.meta.dirname}/$1/src/$2.ts`,
      },
    ],
  },
  test: {
    include: [
      'schemas/src/*.test.ts',
      'schemas/src/{primitives,checkouts,metrics,health}/**/*.test.ts',
      'infra/src/identity/click-reference.test.ts',
      'ingest/src/script/attribution.test.ts',
      'infra/src/conversions/fold.test.ts',
      'api/src/http/{access,own-tenant,same-origin}.test.ts',
    ],
    testTimeout: 30_000,
    tags: REQUIREMENTS.map(({ id, text }) => ({ name: `§${id}`, description: text })),
  },
});
