/**
 * A real Chromium from the npm registry, so that the tests need nothing that is not in the lockfile: `@sparticuz/chromium`
 * carries the browser, its fonts and, for machines that lack them, the few system libraries it links to.
 * CHROMIUM_PATH names another one.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import bundled, { inflate } from '@sparticuz/chromium';
import { loadConfig } from '@tracker/infra/config/config';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';

export type Theme = 'light' | 'dark';

/**
 * `--no-sandbox`: build machines run as root, where Chromium refuses to sandbox; it opens our own pages only.
 * `--disable-gpu`: without a graphics card, drawing by the processor takes a third less of it than imitating one.
 */
const flags = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none', '--disable-gpu'];

export async function openBrowser(): Promise<Browser> {
  const { chromiumPath } = loadConfig();
  if (chromiumPath !== undefined) return chromium.launch({ executablePath: chromiumPath, args: flags });
  const executablePath = await bundled.executablePath();
  const launch = async (path: string) =>
    chromium.launch({ executablePath: path, args: flags, env: await environmentFor(path) });
  try {
    return await launch(executablePath);
  } catch {
    // A run that was killed while unpacking leaves half a browser behind: unpack it once more.
    rmSync(executablePath, { force: true });
    return launch(await bundled.executablePath());
  }
}

/** Adds the libraries and fonts that the package carries where the machine has none of its own. */
async function environmentFor(executablePath: string): Promise<Record<string, string>> {
  const env: Record<string, string> = { HOME: tmpdir(), PATH: '/usr/bin:/bin' };
  const links = execFileSync('ldd', [executablePath], { encoding: 'utf8' });
  if (links.includes('not found')) {
    const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');
    env.LD_LIBRARY_PATH = join(await inflate(join(bin, 'al2023.tar.br')), 'lib');
  }
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = join(tmpdir(), 'fonts');
  return env;
}

export interface Screen {
  page: Page;
  /** Errors and warnings of the page's console, exceptions and answers of 5xx since it was opened. Expect it to be empty at the end. */
  problems: string[];
  close(): Promise<void>;
}

export interface ScreenOptions {
  baseUrl: string;
  theme?: Theme;
  width?: number;
  height?: number;
}

/** A page in a context of its own: no cookie or cache is shared with another one. */
export async function openScreen(browser: Browser, options: ScreenOptions): Promise<Screen> {
  const context = await newContext(browser, options);
  const problems: string[] = [];
  const page = await watchedPage(context, problems);
  return { page, problems, close: () => context.close() };
}

export interface Screens {
  /** Signed out, whoever was here before. Close one before the next. */
  open(): Promise<Screen>;
}

/**
 * For screens one after the other, in one context: the app's files stay, which are most of the time that a page takes to load. Not for those
 * who give the context a clock of their own.
 */
export async function openScreens(browser: Browser, options: ScreenOptions): Promise<Screens> {
  const context = await newContext(browser, options);
  return {
    async open() {
      const problems: string[] = [];
      const page = await watchedPage(context, problems);
      const close = async () => {
        await Promise.all(context.pages().map((one) => one.close()));
        await context.clearCookies();
      };
      return { page, problems, close };
    },
  };
}

async function newContext(browser: Browser, options: ScreenOptions): Promise<BrowserContext> {
  const { baseUrl, theme = 'light', width = 1440, height = 900 } = options;
  const context = await browser.newContext({
    baseURL: baseUrl,
    colorScheme: theme,
    viewport: { width, height },
    locale: 'pt-BR',
    reducedMotion: 'reduce',
  });
  // A screen that is not there by now does not come; the default of 30 s makes a broken run last for ever.
  context.setDefaultTimeout(15_000);
  return context;
}

/** Another tab of the same browser, signed in as the first one is; its problems are the screen's too. */
export const openTab = ({ page, problems }: Screen): Promise<Page> => watchedPage(page.context(), problems);

async function watchedPage(context: BrowserContext, problems: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    // The browser logs each refused call; a refusal is an answer the app shows, not a fault of the page.
    if (!['error', 'warning'].includes(message.type()) || /status of 4\d\d/.test(message.text())) return;
    problems.push(`console: ${message.text()}`);
  });
  return page;
}

/** Waits until it has the focus: a dialog that closes gives it back a moment later. */
export const takesFocus = (locator: Locator): Promise<void> => locator.and(locator.page().locator(':focus')).waitFor();

/**
 * What axe calls serious or critical on the page as it is now: one sentence each, with the elements. Without what it only
 * needs for frames of other origins (`legacy`), which the pages have none of, and for rules that passed: a third of the time.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(' ')).join(', ')})`);
}
