import { env } from 'node:process';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serviceWorker } from './build/service-worker.ts';

/** During development, every request outside of the app is proxied to a product started with `npx -y pnpm@12 start`. */
const PRODUCT = 'http://127.0.0.1:3000';
const SERVER_PATHS = ['/api', '/auth', '/track', '/t/', '/view', '/v', '/conversion', '/leads', '/webhooks', '/mc.js'];

/** Libraries of the first screen. Not those that load after it: lists, tooltips, dialogs, menus, charts, the calendar. */
const BASE =
  /\/node_modules\/(?:react|react-dom|scheduler|zod|clsx|tailwind-merge|@tanstack\/[^/]+|@radix-ui\/react-(?:tabs|progress|slot|label|presence|primitive|collection|context|compose-refs|roving-focus|use-[a-z-]+))\//;

/** Small parts of our own that every screen uses. */
const OWN =
  /\/(?:lucide-react\/dist\/esm\/(?!icons\/)|schemas\/src\/(?:primitives\/(?:money|tenant-day|time|ids|text)|metrics\/formulas|contracts\/(?:auth|define-|common))|web\/src\/(?:ui\/(?:badge|busy|button|card|cn|figure|message|skeleton|late-part|spinner)|format\/(?:days|figures)|data\/(?:as-of|ask-again|call|query-client|query-view|use-search-state)|features\/date-range\/use-today)\.)/;

export default defineConfig(({ command }) => {
  // A build is always a production build: test runners set NODE_ENV, and Vite would then bundle React's slow half.
  if (command === 'build') env.NODE_ENV = 'production';
  return {
    root: import.meta.dirname,
    plugins: [react(), tailwindcss(), serviceWorker()],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      // The content security policy allows no data: fonts, and small icons are inlined as SVG elements anyway.
      assetsInlineLimit: 0,
      manifest: true,
      modulePreload: { polyfill: false },
      // What every signed-in screen needs, in one file: in thirty small ones it weighs a twentieth more.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'base', test: BASE },
              { name: 'own', test: OWN },
            ],
          },
        },
      },
      reportCompressedSize: true,
    },
    server: {
      host: '127.0.0.1',
      port: 5173,
      // `changeOrigin` stays off: the server compares Origin with Host to refuse changes from other sites.
      proxy: Object.fromEntries(SERVER_PATHS.map((path) => [`^${path}(?=$|[/?])`.replace('//', '/'), PRODUCT])),
    },
  };
});
