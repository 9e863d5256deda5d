/**
 * `npx -y pnpm@12 shots`: starts a product with the demo tenant, takes a picture of every screen, light and dark, 1440 and 390 pixels wide,
 * into `.shots/`, and stops it. `npx -y pnpm@12 shots dashboard` takes those whose name begins so. Look at the pictures before you deliver
 * a change of the screens; git ignores them.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@tracker/infra/lifecycle/clock';
import { startGraphStub } from '@tracker/standalone/facebook-stub/graph-stub';
import { launchBrowser, openScreen, type Theme } from '@tracker/test/kit/browser';
import { registerConnectedTenant } from '@tracker/test/kit/facebook-tenant';
import { startProduct } from '@tracker/test/kit/product';
import { type RegisteredTenant, registerTenant, resumeSession } from '@tracker/test/kit/registered-tenant';
import type { Browser } from 'playwright-core';
import { SCREENS, type ScreenCase } from '../../web/e2e/screens.ts';

const folder = fileURLToPath(new URL('../../.shots', import.meta.url));
const themes: readonly Theme[] = ['light', 'dark'];
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

let taken = 0;
let problemsFound = 0;

async function main(): Promise<void> {
  const begin = process.argv[2] ?? '';
  const wanted = SCREENS.filter(({ name }) => name.startsWith(begin));
  if (begin === '') rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.log('Starting a product with the demo company…');
  const graph = await startGraphStub({ clock: systemClock });
  graph.runs.areInstant = true;
  const product = await startProduct({ demoData: true, graph });
  const browser = await launchBrowser();
  try {
    const fresh = await registerTenant(product.url);
    const people: Record<ScreenCase['as'], Pick<RegisteredTenant, 'email' | 'password'> | null> = {
      visitor: null,
      busy: product.demoLogin,
      new: fresh,
      connected: await registerConnectedTenant(product.url),
    };
    for (const screen of wanted) {
      for (const theme of themes) {
        for (const size of sizes) await take(browser, product.url, screen, people[screen.as], theme, size);
      }
    }
  } finally {
    await browser.close();
    await product.stop();
    await graph.close();
  }
  console.log(`The pictures are in ${folder}.`);
  console.log(`${taken} pictures, ${problemsFound} problems`);
}

async function take(
  browser: Browser,
  baseUrl: string,
  { name, path, ready }: ScreenCase,
  person: Pick<RegisteredTenant, 'email' | 'password'> | null,
  theme: Theme,
  size: { width: number; height: number },
): Promise<void> {
  const { page, problems, close } = await openScreen(browser, { baseUrl, theme, ...size });
  const file = `${name}-${theme}-${size.width}.png`;
  try {
    // A person may sign in twenty times only.
    if (person) await resumeSession(page, { ...person, url: baseUrl });
    await page.goto(path);
    await ready(page);
    // Charts come with their own piece of the program. The live line stays open, so that this may wait in vain.
    await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
    // As tall as the page: what is fixed to the window's edges is then at the picture's.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: size.width, height: Math.max(height, size.height) });
    await page.screenshot({ path: `${folder}/${file}`, animations: 'disabled' });
    console.log(file);
    taken += 1;
  } catch (error) {
    await page.screenshot({ path: `${folder}/failed-${file}` });
    problems.push(error instanceof Error ? error.message : String(error));
  }
  for (const problem of problems) console.log(`  ${file}: ${problem}`);
  problemsFound += problems.length;
  if (problems.length > 0) process.exitCode = 1;
  await close();
}

await main();
