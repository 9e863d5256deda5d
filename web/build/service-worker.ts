/** Builds `sw.js` from `src/offline/service-worker.ts`, with the list of the files of this build in it (ADR 67). */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SCREEN_ROLES } from '@tracker/schemas/roles';
import { build, type Plugin, type ResolvedConfig } from 'vite';

const VISITOR_SCREENS = ['login', 'register', 'forgot-password', 'reset-password', 'confirm-email', 'accept-invite'];

/** The first parts of the paths of all screens; '' is the dashboard. Other addresses are the server's, such as `/track`. */
const screens = (): string[] => [
  ...new Set([...Object.keys(SCREEN_ROLES).map((path) => path.split('/')[1] ?? ''), ...VISITOR_SCREENS]),
];

/** Files of `public` have no hash in their name. With one in their address, a page of one build never gets that of another. */
const versioned = (html: string, publicDir: string): string =>
  html.replaceAll(/(?<=(?:src|href)=")\/(theme\.js|zod\.js)(?=")/g, (path, name: string) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(publicDir, name)))
      .digest('hex');
    return `${path}?v=${hash.slice(0, 12)}`;
  });

/** What a screen needs to open without a network. Names under `assets` and addresses with `?v=` change with the content. */
function files(outDir: string) {
  const html = readFileSync(join(outDir, 'index.html'));
  const integrity = `sha384-${createHash('sha384').update(html).digest('base64')}`;
  const named = [...html.toString().matchAll(/"(\/\w+\.js\?v=\w+)"/g)].map(([, url = '']) => ({ url, revision: null }));
  const assets = globSync('assets/*.{js,css,woff2}', { cwd: outDir }).sort();
  return [
    // While an update is rolled out, servers may have different pages: one that is not of this build is refused.
    { url: '/index.html', revision: integrity.slice(7, 19), integrity },
    ...named,
    ...assets.map((path) => ({ url: `/${path.replaceAll('\\', '/')}`, revision: null })),
  ];
}

export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: { order: 'post', handler: (html) => versioned(html, config.publicDir) },
    async writeBundle() {
      const outDir = resolve(config.root, config.build.outDir);
      await build({
        configFile: false,
        root: config.root,
        publicDir: false,
        logLevel: 'warn',
        define: {
          'process.env.NODE_ENV': '"production"',
          __FILES__: JSON.stringify(files(outDir)),
          __SCREENS__: JSON.stringify(screens()),
        },
        build: {
          outDir,
          emptyOutDir: false,
          target: 'es2022',
          reportCompressedSize: false,
          rolldownOptions: {
            input: join(config.root, 'src/offline/service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}
