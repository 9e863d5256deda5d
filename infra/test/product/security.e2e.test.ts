import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openBrowser, openScreen } from '../kit/browser.ts';
import { registerTenant, signIn } from '../kit/registered-tenant.ts';

const url = inject('productUrl');
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('screens', () => {
  test.each(['/', '/login', '/settings/tenant', '/nowhere'])(
    'answers %s with a strict content security policy, no referrer for other sites, and no framing',
    async (path) => {
      const { headers } = await fetch(`${url}${path}`);
      const policy = new Map(
        (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
          const [name = '', ...sources] = directive.trim().split(' ');
          return [name, sources.join(' ')];
        }),
      );
      expect(policy.get('default-src')).toBe("'self'");
      expect(policy.get('script-src') ?? "'self'").toBe("'self'");
      expect(policy.get('object-src')).toBe("'none'");
      expect(policy.get('base-uri')).toBe("'none'");
      expect(policy.get('form-action')).toBe("'self'");
      expect(policy.get('frame-ancestors')).toBe("'none'");
      expect(headers.get('x-frame-options')).toMatch(/DENY|SAMEORIGIN/);
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      // Browsers ignore it on http; it is sent when served over https.
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('server') ?? headers.get('x-powered-by')).toBeNull();
    },
  );

  test('does not run a script that was injected into a page', async () => {
    const tenant = await registerTenant(url);
    const { page, close } = await openScreen(browser, { baseUrl: url });
    await signIn(page, tenant);
    const name = '<img src=x onerror="window.stolen = 1"><script>window.stolen = 1</script>';
    const change = await page.request.patch(`/api/tenants/${tenant.tenantId}`, { data: { name } });
    expect(change.ok()).toBe(true);
    await page.goto('/settings/tenant');
    await page.getByRole('heading', { name: 'Configurações da Empresa' }).waitFor();
    expect(await page.getByLabel('Nome da empresa').inputValue()).toBe(name);
    // Not even a tag that a defect of ours adds to the page.
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.stolen = 1';
      document.body.append(script);
    });
    expect(await page.evaluate(() => 'stolen' in window)).toBe(false);
    await close();
  });

  test('keeps the session cookie out of reach of scripts, and no secret in the browser’s stores', async () => {
    const tenant = await registerTenant(url);
    const { page, problems, close } = await openScreen(browser, { baseUrl: url });
    await signIn(page, tenant);
    await page.goto('/profile');
    await page.getByText('Esta sessão').waitFor();
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    const kept = await page.evaluate(() => [
      document.cookie,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
    ]);
    for (const secret of [cookie?.value ?? '', tenant.email, tenant.password]) {
      expect(kept.join(' ')).not.toContain(secret);
    }
    expect(problems).toEqual([]);
    await close();
  });
});
