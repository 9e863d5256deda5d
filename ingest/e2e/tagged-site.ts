/** A tenant's site: pages with mc.js on another origin than the product's, and browsers that open it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';

export interface SitePage {
  title?: string;
  body?: string;
  headers?: Record<string, string>;
}

export interface Site {
  /** `http://localhost:…`: the product runs on 127.0.0.1, so the browser treats the two as different sites. */
  origin: string;
  /** Sets the response of every path of the site. */
  show(page: (url: URL) => SitePage): void;
  close(): Promise<void>;
}

export async function openSite(): Promise<Site> {
  let show = (_url: URL): SitePage => ({});
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const { title = url.pathname, body = '', headers = {} } = show(url);
    const html = `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><title>${title}</title><body>${body}</body></html>`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    show(page) {
      show = page;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The tag as the integration screen generates it. */
export const tag = (productUrl: string, parameters: Record<string, string>) =>
  `<script src="${productUrl}/mc.js?${new URLSearchParams(parameters).toString().replaceAll('&', '&amp;')}"></script>`;

export interface Sent {
  /** '/v', '/i', '/conversion', or '/t' with the campaign as `campaign`. */
  path: string;
  campaign: string;
  query: Record<string, string>;
  body: string | null;
  /** 'fetch', or 'ping' for a beacon. */
  kind: string;
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Exceptions on the page; expect none. */
  exceptions: string[];
  /** The requests of mc.js to the product, in order. */
  sent: Sent[];
  sentTo(path: string): Sent[];
  /** The value of a cookie of the site, or undefined. */
  cookie(name: string): Promise<string | undefined>;
  /** Closes and reopens the browser: session cookies and tabs are gone, everything else stays. */
  comesBack(): Promise<void>;
  close(): Promise<void>;
}

export async function openVisitor(browser: Browser, site: Site, productUrl: string): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: site.origin, locale: 'pt-BR', userAgent: PHONE });
  context.setDefaultTimeout(15_000);
  const sent: Sent[] = [];
  const exceptions: string[] = [];
  context.on('request', (request) => {
    if (request.url().startsWith(productUrl) && !request.url().includes('/mc.js')) sent.push(describe(request));
  });
  const visitor: Visitor = {
    page: await context.newPage(),
    context,
    exceptions,
    sent,
    sentTo: (path) => sent.filter((one) => one.path === path),
    async cookie(name) {
      return (await context.cookies(site.origin)).find((one) => one.name === name)?.value;
    },
    async comesBack() {
      const kept = (await context.cookies()).filter(({ expires }) => expires > 0);
      await visitor.page.close();
      await context.clearCookies();
      await context.addCookies(kept);
      visitor.page = await context.newPage();
      listen(visitor.page);
    },
    close: () => context.close(),
  };
  const listen = (page: Page) => page.on('pageerror', (error) => exceptions.push(error.message));
  listen(visitor.page);
  return visitor;
}

/** The headless browser's default user agent counts as a bot. */
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

function describe(request: Request): Sent {
  const url = new URL(request.url());
  const [, first = '', campaign = ''] = url.pathname.split('/');
  return {
    path: `/${first}`,
    campaign,
    query: Object.fromEntries(url.searchParams),
    body: request.postData(),
    kind: request.resourceType(),
  };
}
