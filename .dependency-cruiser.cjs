/**
 * The arrows of ARCHITECTURE.md, as rules. `npx -y pnpm@12 check` runs them; infra/dev/checks/arrows.test.ts plants a breach of each and
 * demands that it is found, because a cruiser that reads nothing reports no breach. Each comment says how to repair the breach.
 */

const tests = String.raw`\.(test|suite)\.tsx?$|/testing/|^infra/test/|^(web|ingest)/e2e/|^web/test/`;
const programs = '^(ingest|processor|api)/';
const tools = '^infra/(dev|standalone|cli|test|deploy)/';

/** What ingest may use of infra: nothing on the way of a click may reach the analytics store or the job queue. */
const infraOfIngest =
  'config|telemetry|lifecycle|program|errors|http|event-log|postgres|caches|identity|secrets|privacy';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'unresolved',
      comment: 'This import leads nowhere, so no arrow can be checked on it. Correct the path or add the dependency.',
      severity: 'error',
      // Its types are made when it is run.
      from: { pathNot: String.raw`^infra/test/client/story\.ts$` },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycles',
      comment: 'These files need each other. Move what both need into a third file that imports neither.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Nobody imports this file and it imports nothing. Use it or delete it.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: String.raw`\.d\.ts$|\.config\.ts$|(^|/)main\.tsx?$|^web/public/|${tests}|${tools}`,
      },
      to: {},
    },
    {
      name: 'schemas-stand-alone',
      comment:
        'schemas runs in the browser too: zod and its own files only. Move what needs more into infra or a program.',
      severity: 'error',
      from: { path: '^schemas/src/', pathNot: tests },
      to: { pathNot: '^schemas/src/|(^|/)node_modules/zod/' },
    },
    {
      name: 'infra-knows-no-program',
      comment: 'infra is what programs stand on. Pass what it needs as an argument, or move the code into the program.',
      severity: 'error',
      from: { path: '^infra/src/', pathNot: tests },
      to: { path: `${programs}|^web/|${tools}` },
    },
    {
      name: 'ingest-touches-only-the-log-and-the-directory',
      comment:
        'A click must not wait for the analytics store. Ingest may use of infra: ' +
        `${infraOfIngest.replaceAll('|', ', ')}. Do the rest in the processor.`,
      severity: 'error',
      from: { path: '^ingest/src/', pathNot: tests },
      to: { path: '^infra/', pathNot: `^infra/src/(${infraOfIngest})/` },
    },
    {
      name: 'programs-are-strangers',
      comment:
        'Programs talk through the log and the stores. Move shared code to infra (with IO) or schemas (without).',
      severity: 'error',
      from: { path: '^(ingest|processor|processor/worker|api)/src/', pathNot: tests },
      to: { path: `${programs}|^web/`, pathNot: '^$1/src/|^api/figures/' },
    },
    {
      name: 'figures-know-no-program',
      comment:
        'Programs ask for figures; figures know neither requests nor callers. Pass a `Tenant`, or move the code into the program.',
      severity: 'error',
      from: { path: '^api/figures/src/', pathNot: tests },
      to: { path: `${programs}|^web/|${tools}`, pathNot: '^api/figures/' },
    },
    {
      name: 'askers-are-made-at-the-door',
      comment:
        'Who asks is known where a session, an API key or a link is read, and in the jobs of the worker. Take the asker of the caller.',
      severity: 'error',
      from: { pathNot: `^api/src/http/|^processor/worker/src/|${tests}` },
      to: { path: String.raw`^api/figures/src/make-asker\.ts$` },
    },
    {
      name: 'a-click-waits-for-no-figure',
      comment: 'Ingest answers from its directory alone. Do the rest in the processor or the API.',
      severity: 'error',
      from: { path: '^ingest/src/', pathNot: tests },
      to: { path: '^api/figures/' },
    },
    {
      name: 'programs-do-not-import-tools',
      comment: 'infra/{standalone,cli,dev} use the programs, never the other way round. Move the code to infra/src.',
      severity: 'error',
      from: { path: `${programs}|^web/|^schemas/`, pathNot: tests },
      to: { path: tools },
    },
    {
      name: 'web-sees-schemas-only',
      comment:
        'The browser gets schemas and nothing else of ours, not even types. Put the type into schemas/contracts.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/e2e/' },
      to: { path: '^(infra|ingest|processor|api)/' },
    },
    {
      name: 'features-keep-to-themselves',
      comment:
        'A feature does not reach into another one. Move what both need out of features/ (api: http/ or a service passed ' +
        'in deps; web: ui/, data/, format/, charts/).',
      severity: 'error',
      from: { path: '^(api|web)/src/features/([^/]+)/', pathNot: tests },
      to: {
        path: '^$1/src/features/',
        pathNot: '^$1/src/features/$2/',
      },
    },
    {
      name: 'shared-parts-know-no-feature',
      comment:
        'What features share is below them. Only what composes the app names features: its routes, the gate before them, ' +
        'the list of first steps, and the way to a destination. Pass what this needs as a property, or move it into the feature.',
      severity: 'error',
      from: {
        path: '^web/src/',
        pathNot: `^web/src/(features/|(router|shell/gate|onboarding/step-content|ad-links/set-destination)[.]tsx$)|${tests}`,
      },
      to: { path: '^web/src/features/' },
    },
    {
      name: 'pipeline-queries-belong-to-the-processor',
      comment:
        'A pipeline query reads across companies. Outside the processor, the worker and what both need use defineQuery, which binds one.',
      severity: 'error',
      from: { pathNot: `^processor/|^infra/src/(clickhouse|conversions|rollups)/|${tests}` },
      to: { path: '^infra/src/clickhouse/define-pipeline-query[.]ts$' },
    },
    {
      name: 'tests-stay-out-of-the-product',
      comment: 'The product must not import tests or the testing kit. Move the code that both need out of them.',
      severity: 'error',
      from: { path: '^(schemas|infra|ingest|processor|api|web)/', pathNot: `${tests}|^infra/dev/` },
      to: { path: tests, pathNot: 'node_modules/' },
    },
    {
      name: 'ad-platforms-stay-behind-their-port',
      comment:
        'An adapter is known to `open-ad-platforms.ts` and to tests alone. Use the port `ad-platform.ts`, or extend it.',
      severity: 'error',
      from: { pathNot: `${tests}|^infra/src/ad-platforms/([^/]+/|open-ad-platforms[.]ts$)` },
      to: { path: '^infra/src/ad-platforms/[^/]+/' },
    },
    {
      name: 'only-the-demo-starts-the-stand-in',
      comment:
        'The stand-in of the ad platform is for tests and for `npx -y pnpm@12 start --demo-facebook`. Everything else knows only ' +
        'META_GRAPH_URL and META_DIALOG_URL.',
      severity: 'error',
      from: { pathNot: `${tests}|^infra/(dev|standalone)/` },
      to: { path: '^infra/standalone/facebook-stub/' },
    },
    {
      name: 'no-development-tools-in-the-product',
      comment: 'This package is not installed in production. Move it from devDependencies to dependencies.',
      severity: 'error',
      from: {
        path: '^(schemas|infra|ingest|processor|processor/worker|api)/src/|^infra/(standalone|cli)/',
        pathNot: tests,
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|[.]sql$|[.]css$|[.]min[.]js$' },
    // Type imports are arrows too: the web must not know the types of the server.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
};
