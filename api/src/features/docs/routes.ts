import { PUBLIC_ENDPOINTS } from '@tracker/schemas/capture/public-endpoints';
import { readDocs, readDocsScript, readOpenApi } from '@tracker/schemas/contracts/docs.contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { openApiDocument } from '@tracker/schemas/openapi/document';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { docsPage, docsScript } from './page.ts';

/** Document and script are made once: they change with the program only. */
export function docsRoutes(router: ContractRouter, { publicUrl }: { readonly publicUrl: string }): void {
  const document = openApiDocument({ contracts: CONTRACTS, endpoints: PUBLIC_ENDPOINTS, serverUrl: publicUrl });
  const bytes = Buffer.from(JSON.stringify(document));
  let script: Promise<Buffer> | undefined;
  router.implement(readOpenApi, async ({ reply }) => {
    // For tools that run in a page of another site.
    reply.header('access-control-allow-origin', '*');
    return bytes;
  });
  router.implement(readDocs, async ({ reply }) => {
    const { html, csp } = docsPage(new URL(publicUrl).origin);
    reply.header('content-security-policy', csp);
    return html;
  });
  router.implement(readDocsScript, async () => {
    script ??= docsScript().catch((error: unknown) => {
      script = undefined;
      throw error;
    });
    return script;
  });
}
