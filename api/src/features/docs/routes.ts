import { PUBLIC_ENDPOINTS } from '@tracker/schemas/capture/public-endpoints';
import { readDocs, readOpenApi } from '@tracker/schemas/contracts/docs.contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { openApiDocument } from '@tracker/schemas/openapi/document';
import type { ContractRouter } from '../../http/implement-contract.ts';
import { DOCS_CSP, docsPage } from './page.ts';

/** Both are rendered once: they change only with the program. */
export function docsRoutes(router: ContractRouter, { publicUrl }: { readonly publicUrl: string }): void {
  const document = openApiDocument({ contracts: CONTRACTS, endpoints: PUBLIC_ENDPOINTS, serverUrl: publicUrl });
  const page = docsPage(document);
  router.implement(readOpenApi, async ({ reply }) => {
    // For tools that run in a page of another site.
    reply.header('access-control-allow-origin', '*');
    return { ...document };
  });
  router.implement(readDocs, async ({ reply }) => {
    reply.header('content-security-policy', DOCS_CSP);
    return page;
  });
}
