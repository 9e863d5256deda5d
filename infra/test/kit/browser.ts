/**
 * A real Chromium from the npm registry, so that the tests need nothing outside the lockfile: `@sparticuz/chromium` contains
 * the browser, its fonts and, for machines without them, the system libraries that it links to. CHROMIUM_PATH selects another
 * Chromium.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '@tracker/infra/config/config';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { sharedMemory, within } from './machine.ts';

/** At least the time between two polls of a screen. */
const POLL_MS = 10_000;

export type Theme = 'light' | 'dark';

/**
 * `--no-sandbox`: build machines run as root, where Chromium cannot sandbox; it opens only our own pages.
 * `--disable-gpu`: without a graphics card, software rendering takes a third less CPU time than an emulated GPU.
 */
const flags = ['--no-sandbox', '--font-render-hinting=none', '--disable-gpu'];

/** Playwright keeps what Chromium's processes share in files, since containers may have little shared memory; where there is enough, memory is cheaper. */
const NO_SHARED_MEMORY = '--disable-dev-shm-usage';
const hasSharedMemory = () => sharedMemory() >= 2 ** 30;

let shared: Promise<Browser> | undefined;

/** The Chromium of this worker, one for all of its files: `close` closes what a file opened in it. It ends with the worker. */
export function openBrowser(): Promise<Browser> {
  shared ??= launchShared();
  return shared;
}

async function launchShared(): Promise<Browser> {
  const browser = await launchBrowser();
  browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  // After a crash the next file gets another one.
  browser.once('disconnected', () => {
    shared = undefined;
  });
  // A signal ends a process without its 'exit', with which Playwright ends the browser and removes its files.
  process.once('SIGTERM', (signal) => {
    process.emit('exit', 0);
    process.kill(process.pid, signal);
  });
  return browser;
}

/** A Chromium of its own. */
export async function launchBrowser(): Promise<Browser> {
  const { chromiumPath } = loadConfig();
  if (chromiumPath !== undefined) return launch(chromiumPath);
  const folder = unpacked();
  return launch(join(folder, 'chromium'), environmentFor(folder));
}

/**
 * The folder of the browser, its fonts and libraries, unpacked by the first that asks on this machine. It gets its name when it is whole, so
 * neither another worker nor a run after a kill finds a part of it.
 */
function unpacked(): string {
  const home = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `tracker-chromium-${version}-of-${userInfo().uid}`);
  if (existsSync(folder)) return folder;
  const own = mkdtempSync(`${folder}-`);
  // The package unpacks into the temporary directory of its process.
  const unpack = `import bundled, { inflate } from '@sparticuz/chromium';
    await bundled.executablePath(); await inflate(${JSON.stringify(join(home, 'bin/al2023.tar.br'))});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', unpack], {
    cwd: import.meta.dirname,
    env: { TMPDIR: own, PATH: '/usr/bin:/bin' },
  });
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Playwright's own handler of SIGTERM closes the browser, and does not end the process. */
const launch = (executablePath: string, env?: Record<string, string>) =>
  chromium.launch({
    ...{ executablePath, args: flags, handleSIGTERM: false },
    ...(hasSharedMemory() && { ignoreDefaultArgs: [NO_SHARED_MEMORY] }),
    ...(env && { env }),
  });

/** Adds the package's libraries and fonts where the machine has none. */
function environmentFor(folder: string): Record<string, string> {
  const env: Record<string, string> = { HOME: tmpdir(), PATH: '/usr/bin:/bin' };
  const links = execFileSync('ldd', [join(folder, 'chromium')], { encoding: 'utf8' });
  if (links.includes('not found')) env.LD_LIBRARY_PATH = join(folder, 'al2023/lib');
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = join(folder, 'fonts');
  return env;
}

export interface Screen {
  page: Page;
  /** Console errors and warnings, exceptions and 5xx responses since the page was opened. Expect it to be empty at the end. */
  problems: string[];
  close(): Promise<void>;
}

export interface ScreenOptions {
  baseUrl: string;
  theme?: Theme;
  width?: number;
  height?: number;
  /** Without it, requests reach `page.route` and no page comes from an earlier test. */
  hasServiceWorker?: boolean;
}

/** A page in a browser context of its own, which shares no cookie or cache. */
export async function openScreen(browser: Browser, options: ScreenOptions): Promise<Screen> {
  const context = await newContext(browser, options);
  const problems: string[] = [];
  const page = await watchedPage(context, problems);
  return { page, problems, close: () => context.close() };
}

export interface Screens {
  /** Opens a signed-out page. Close one before the next. */
  open(): Promise<Screen>;
}

/**
 * Opens screens one after the other in one page: what it loaded and compiled stays there, which saves most of the loading time. Not for
 * tests that install a clock.
 */
export async function openScreens(browser: Browser, options: ScreenOptions): Promise<Screens> {
  const context = await newContext(browser, options);
  const { viewport, ...media } = lookOf(options);
  const problems: string[] = [];
  const page = await watchedPage(context, problems);
  return {
    async open() {
      await page.setViewportSize(viewport);
      await page.emulateMedia(media);
      problems.length = 0;
      const close = async () => {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.evaluate(() => sessionStorage.clear());
        await page.goto('about:blank');
        await Promise.all(context.pages().map((one) => one !== page && one.close()));
        await context.clearCookies();
      };
      return { page, problems, close };
    },
  };
}

const lookOf = ({ theme = 'light', width = 1440, height = 900 }: ScreenOptions) => ({
  colorScheme: theme,
  reducedMotion: 'reduce' as const,
  viewport: { width, height },
});

async function newContext(browser: Browser, options: ScreenOptions): Promise<BrowserContext> {
  const { baseUrl, hasServiceWorker = false } = options;
  const context = await browser.newContext({
    ...lookOf(options),
    baseURL: baseUrl,
    locale: 'pt-BR',
    serviceWorkers: hasServiceWorker ? 'allow' : 'block',
  });
  // A screen that has not appeared by now is broken; the default of 30 s would make a broken run very long.
  context.setDefaultTimeout(within(15_000));
  return context;
}

/** Another tab of the same browser with the same session; its problems are added to the screen's. */
export const openTab = ({ page, problems }: Screen): Promise<Page> => watchedPage(page.context(), problems);

async function watchedPage(context: BrowserContext, problems: string[]): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('console', (message) => {
    // Reported by Playwright where a context blocks them.
    if (message.text().startsWith('Service Worker registration blocked')) return;
    // The browser logs each 4xx response; the app shows a refusal, so it is not a problem of the page.
    if (!['error', 'warning'].includes(message.type()) || /status of 4\d\d/.test(message.text())) return;
    problems.push(`console: ${message.text()}`);
  });
  return page;
}

/** Waits until the element has the focus: a closing dialog returns the focus one timer later. */
export const takesFocus = (locator: Locator): Promise<void> => locator.and(locator.page().locator(':focus')).waitFor();

/**
 * Waits for what a screen shows, or no longer shows, after one of its polls, and jumps to the next poll instead of waiting for it.
 * Call `page.clock.install()` before the screen is opened.
 */
export const shownByPoll = (locator: Locator, state: 'visible' | 'detached' = 'visible'): Promise<void> =>
  eventually(
    async () => {
      await locator.page().clock.fastForward(POLL_MS);
      await locator.first().waitFor({ state, timeout: 500 });
    },
    { timeoutMs: 30_000 },
  );
