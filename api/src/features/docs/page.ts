// /api/docs: Scalar on the OpenAPI document. Its script is served by us, and nothing is loaded from another host.
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { readDocsScript, readOpenApi } from '@tracker/schemas/contracts/docs.contract';
import { API_KEY } from '@tracker/schemas/openapi/document';
import fastify from 'fastify';

/** Examples in three languages; nothing of Scalar's own services. */
const CONFIGURATION = {
  url: readOpenApi.path,
  authentication: { preferredSecurityScheme: API_KEY },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: {
    ...Object.fromEntries(
      ['c', 'clojure', 'csharp', 'dart', 'fsharp', 'go', 'http', 'java', 'julia', 'kotlin', 'node', 'objc', 'ocaml']
        .concat('php', 'powershell', 'r', 'ruby', 'rust', 'swift')
        .map((language) => [language, true]),
    ),
    shell: ['httpie', 'wget'],
    js: ['axios', 'jquery', 'ofetch', 'xhr'],
    python: ['aiohttp', 'httpx_async', 'httpx_sync', 'python3'],
  },
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
};

export interface DocsPage {
  readonly html: string;
  readonly csp: string;
}

/** `apiOrigin`: where the client of the page sends what people try. */
export function docsPage(apiOrigin: string): DocsPage {
  const nonce = randomBytes(16).toString('base64');
  return {
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Traffic Tracker API</title><meta property="csp-nonce" content="${nonce}"></head>
<body><div id="app"></div>
<noscript>This page needs JavaScript. The same as data: <a href="${readOpenApi.path}">openapi.json</a></noscript>
<script nonce="${nonce}" src="${readDocsScript.path}"></script>
<script nonce="${nonce}">Scalar.createApiReference('#app', ${JSON.stringify(CONFIGURATION)})</script></body></html>`,
    csp: [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      // Vue writes styles into the page, some of them without the nonce. They can neither run code nor load from another host.
      "style-src 'unsafe-inline'",
      `connect-src 'self' ${apiOrigin}`,
      "img-src 'self' data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

/**
 * Scalar's script, compressed: 4.3 MB, of which 1.3 MB travel. It is taken from Scalar's Fastify plugin, which carries it as one text;
 * the package from which it is built would bring 270 others (277 MB). Loaded when a person first opens the page.
 */
export async function docsScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const carrier = fastify();
  await carrier.register(scalar, { routePrefix: '/', configuration: { url: readOpenApi.path } });
  const { body } = await carrier.inject('/js/scalar.js');
  await carrier.close();
  return promisify(gzip)(body, { level: 9 });
}
