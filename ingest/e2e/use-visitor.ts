/** Set-up of the mc.js tests: a tenant, its site on another origin, and a new visitor for each test. */

import { openBrowser } from '@tracker/test/kit/browser';
import { type RegisteredTenant, registerTenant } from '@tracker/test/kit/registered-tenant';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { openSite, openVisitor, type Site, tag, type Visitor } from './tagged-site.ts';

/** Call it at the top of a test file. Each test fails when its pages threw an exception. */
export function useVisitor() {
  const url = inject('productUrl');
  let browser: Browser;
  let site: Site;
  let tenant: RegisteredTenant;
  let visitor: Visitor;

  beforeAll(async () => {
    [browser, site, tenant] = await Promise.all([openBrowser(), openSite(), registerTenant(url)]);
  });
  afterAll(() => Promise.all([browser.close(), site.close()]));
  beforeEach(async () => {
    visitor = await openVisitor(browser, site, url);
  });
  afterEach(async () => {
    await visitor.close();
    expect(visitor.exceptions).toEqual([]);
  });

  /** The tag with the tenant's campaign as default. */
  const ourTag = (parameters: Record<string, string> = {}) =>
    tag(url, { defaultcampaignid: tenant.campaignId, ...parameters });

  async function listed<Item>(path: string): Promise<Item[]> {
    const answer = await visitor.page.request.get(`${url}${path}`);
    if (answer.status() !== 401) return (await answer.json()) as Item[];
    const login = { email: tenant.email, password: tenant.password };
    await visitor.page.request.post(`${url}/api/auth/login`, { data: login });
    return listed(path);
  }

  return {
    url,
    get site() {
      return site;
    },
    get tenant() {
      return tenant;
    },
    get visitor() {
      return visitor;
    },
    ourTag,

    /** Serves every page with the tag, followed by this body. */
    tagged: (body = '', headers?: Record<string, string>) => site.show(() => ({ body: ourTag() + body, headers })),

    /** Opens a page and waits for its page view, which mc.js sends when the click is known. Returns the session's click id. */
    async visit(address: string): Promise<string> {
      const before = visitor.sentTo('/v').length;
      await visitor.page.goto(address);
      await expect.poll(() => visitor.sentTo('/v').length).toBe(before + 1);
      return visitor.sentTo('/v').at(-1)?.query.clickid ?? '';
    },

    getClickId: () => visitor.page.evaluate(() => window.TrafficTracker?.getClickId()),
    attribute: (selector: string, name = 'href') => visitor.page.locator(selector).getAttribute(name),
    /** The API's response to the tenant's user at this path. */
    listed,
  };
}
