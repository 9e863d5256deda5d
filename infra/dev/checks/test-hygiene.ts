/**
 * What makes a test depend on its machine, its neighbours or luck: a fixed port, a temporary path that others share, a sleep, a time limit
 * that does not follow the machine, work on the tenants of other tests, and a test that is focused, skipped or repeated. Parses a file without running it.
 */
import ts from 'typescript';
import { RUNNERS, runnerOf } from '../spec/test-calls.ts';

export type FaultKind =
  | 'fixed port'
  | 'shared path'
  | 'sleep'
  | 'fixed time limit'
  | 'tenants of others'
  | 'focused, skipped or repeated';

export interface Fault {
  readonly kind: FaultKind;
  readonly line: number;
  readonly code: string;
}

const MARKS = new Set(['only', 'skip', 'todo', 'fails', 'retry', 'repeats']);
/** They reach a server, or are one: by a port, or the address that is their first argument. */
const REACHING = new Set(['listen', 'connect', 'createConnection', 'fetch', 'get', 'request', 'goto', 'WebSocket']);
const LOCAL_ADDRESS = /^(https?|wss?):\/\/(localhost|127\.[\d.]+|\[::1?\]):[1-9]/;
const TEMPORARY = /^\/(var\/)?tmp(\/|$)/;

const TESTS = /\.(test|suite|bench)\.tsx?$|^(infra\/test|web\/test|web\/e2e|ingest\/e2e)\/.*\.tsx?$|\/testing\/.*\.ts$/;

/** They work on what is due in all tenants of a Postgres. */
const SWEEP = /^start\w+Sweep$/;
const OWN_POSTGRES = 'ownPostgres: true';
/** Of a test, a hook or a wait. A short one is a pause between two looks. */
const TIME_LIMITS = new Set(['timeout', 'testTimeout', 'hookTimeout']);
const PAUSE_MS_MAX = 5_000;
const LIMITED = new Set([...RUNNERS, 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);

/** Tests, and what only they use. */
export const isTestFile = (file: string): boolean => TESTS.test(file);

export function faultsOf(file: string, source: string): Fault[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const sleeps = namesOfSleep(tree);
  const found: Fault[] = [];
  const visit = (node: ts.Node): void => {
    const kind = kindOf(node, sleeps);
    if (kind !== undefined) {
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
      found.push({ kind, line: line + 1, code: node.getText(tree).replace(/\s+/g, ' ').slice(0, 100) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function kindOf(node: ts.Node, sleeps: ReadonlySet<string>): FaultKind | undefined {
  if (ts.isPropertyAccessExpression(node))
    return MARKS.has(node.name.text) && RUNNERS.has(runnerOf(node)) ? 'focused, skipped or repeated' : undefined;
  if (ts.isPropertyAssignment(node)) return kindOfProperty(node);
  if (isText(node)) return TEMPORARY.test(node.text) ? 'shared path' : undefined;
  return ts.isCallExpression(node) || ts.isNewExpression(node) ? kindOfCall(node, sleeps) : undefined;
}

function kindOfCall(call: ts.CallExpression | ts.NewExpression, sleeps: ReadonlySet<string>): FaultKind | undefined {
  const name = nameOf(call.expression);
  const [first] = call.arguments ?? [];
  const last = call.arguments?.at(-1);
  if (last !== first && isLong(last) && LIMITED.has(runnerOf(call.expression))) return 'fixed time limit';
  if (name === 'tmpdir') return isWithin(call, 'mkdtemp', 'mkdtempSync') ? undefined : 'shared path';
  if (SWEEP.test(name) && !call.getSourceFile().text.includes(OWN_POSTGRES)) return 'tenants of others';
  if (sleeps.has(name) || (name === 'setTimeout' && first && resolvesPromise(first))) return 'sleep';
  if (!first || !REACHING.has(name)) return undefined;
  const address = ts.isTemplateExpression(first) ? first.head : first;
  return isPort(first) || (isText(address) && LOCAL_ADDRESS.test(address.text)) ? 'fixed port' : undefined;
}

function kindOfProperty({ name, initializer, parent }: ts.PropertyAssignment): FaultKind | undefined {
  const text = ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : '';
  if (TIME_LIMITS.has(text) && isLong(initializer)) return 'fixed time limit';
  if (text.toLowerCase() === 'port') return isPort(initializer) ? 'fixed port' : undefined;
  const call = parent.parent;
  const isOption = MARKS.has(text) && ts.isCallExpression(call) && RUNNERS.has(runnerOf(call.expression));
  return isOption ? 'focused, skipped or repeated' : undefined;
}

type Text = ts.StringLiteralLike | ts.TemplateHead;
const isText = (node: ts.Node): node is Text => ts.isStringLiteralLike(node) || ts.isTemplateHead(node);
const isPort = (node: ts.Expression): boolean =>
  (ts.isNumericLiteral(node) || ts.isStringLiteral(node)) && Number(node.text) > 0;

const isLong = (node: ts.Node | undefined): boolean =>
  node !== undefined && ts.isNumericLiteral(node) && Number(node.text) > PAUSE_MS_MAX;

const nameOf = (callee: ts.Expression): string =>
  ts.isIdentifier(callee) ? callee.text : ts.isPropertyAccessExpression(callee) ? callee.name.text : '';

function isWithin(node: ts.Node, ...calls: readonly string[]): boolean {
  for (let one = node.parent; !ts.isSourceFile(one); one = one.parent)
    if (ts.isCallExpression(one) && calls.includes(nameOf(one.expression))) return true;
  return false;
}

/** `resolve` of the promise around it, or `() => resolve()`. A timeout that rejects is a deadline, and no sleep. */
function resolvesPromise(callback: ts.Expression): boolean {
  const called =
    ts.isArrowFunction(callback) && ts.isCallExpression(callback.body) ? callback.body.expression : callback;
  if (!ts.isIdentifier(called)) return false;
  for (let one: ts.Node = callback; !ts.isSourceFile(one); one = one.parent) {
    const [executor] = ts.isNewExpression(one) && nameOf(one.expression) === 'Promise' ? (one.arguments ?? []) : [];
    const resolve = executor && ts.isFunctionLike(executor) ? executor.parameters[0]?.name : undefined;
    if (resolve && ts.isIdentifier(resolve) && resolve.text === called.text) return true;
  }
  return false;
}

/** What a file calls the timer of `node:timers/promises`, Playwright's own, and the usual names of a helper. */
function namesOfSleep(tree: ts.SourceFile): ReadonlySet<string> {
  const names = new Set(['sleep', 'delay', 'waitForTimeout']);
  for (const statement of tree.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (!statement.moduleSpecifier.text.endsWith('timers/promises') || !bindings || !ts.isNamedImports(bindings))
      continue;
    for (const { name, propertyName } of bindings.elements)
      if ((propertyName ?? name).text === 'setTimeout') names.add(name.text);
  }
  return names;
}
