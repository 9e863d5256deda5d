import type { TestModule, TestSpecification } from 'vitest/node';
import { DefaultReporter } from 'vitest/node';

/** People should see within seconds that a run goes on, and a build server's log should stay readable. */
const EVERY_MS = 10_000;

/**
 * What a whole run prints: every ten seconds how far it is and what it waits for, each project when it is done, and a file only
 * when it failed.
 */
export class TestProgress extends DefaultReporter {
  readonly #projects = new Map<string, ProjectProgress>();
  readonly #running = new Map<TestModule, number>();
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;

  constructor() {
    super({ summary: false });
  }

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.#startedAt = performance.now();
    for (const { project } of specifications) this.#of(project.name).files += 1;
    this.#timer = setInterval(() => this.#printProgress(), EVERY_MS);
  }

  onTestModuleStart(module: TestModule): void {
    this.#running.set(module, performance.now());
    this.#of(module.project.name).startedAt ??= performance.now();
  }

  override onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module);
    const project = this.#of(module.project.name);
    project.filesDone += 1;
    project.endedAt = performance.now();
    project.testSeconds += module.diagnostic().duration / 1000;
    for (const test of module.children.allTests()) {
      project.tests += 1;
      if (test.result().state === 'failed') project.failed += 1;
    }
    if (module.state() === 'failed') super.onTestModuleEnd(module);
    if (project.filesDone === project.files) this.log(describe(module.project.name, project));
  }

  override onTestRunEnd(...end: Parameters<DefaultReporter['onTestRunEnd']>): void {
    clearInterval(this.#timer);
    super.onTestRunEnd(...end);
  }

  #of(name: string): ProjectProgress {
    const known = this.#projects.get(name);
    if (known) return known;
    const project = { files: 0, filesDone: 0, tests: 0, failed: 0, testSeconds: 0 };
    this.#projects.set(name, project);
    return project;
  }

  #printProgress(): void {
    const now = performance.now();
    const current = [...this.#projects].filter(([, { startedAt, files, filesDone }]) => startedAt && filesDone < files);
    const progress = current.map(
      ([name, { files, filesDone, tests, failed }]) =>
        `${name} ${filesDone} of ${files} files, ${tests} tests${failed > 0 ? `, ${failed} FAILED` : ''}`,
    );
    const running = [...this.#running].map(
      ([module, since]) => `${module.relativeModuleId.split('/').at(-1)} ${seconds(now - since)}`,
    );
    this.log(`${seconds(now - this.#startedAt).padStart(6)}  ${progress.join('; ')}; running: ${running.join(', ')}`);
  }
}

interface ProjectProgress {
  files: number;
  filesDone: number;
  tests: number;
  failed: number;
  /** Of all workers together. */
  testSeconds: number;
  startedAt?: number;
  endedAt?: number;
}

function describe(name: string, { files, tests, failed, testSeconds, startedAt = 0, endedAt = 0 }: ProjectProgress) {
  const took = `${seconds(endedAt - startedAt)} (${testSeconds.toFixed(0)} s of workers)`;
  return `${failed > 0 ? '✗' : '✓'} ${name.padEnd(11)} ${files} files, ${tests} tests, ${failed} failed, ${took}`;
}

const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
