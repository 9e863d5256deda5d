/**
 * Finds waits whose attempts change the world: a conversion that is sent until something is seen is sent an unknown number of times, and the
 * test's figures depend on the machine's speed. What is sent again on purpose goes through `sendUntil`, which is given the one thing to
 * send; its attempts may make nothing new. Follows functions of the same file; the others are known by their names.
 */
import ts from 'typescript';

export interface WritingWait {
  readonly line: number;
  /** The call that writes. */
  readonly code: string;
}

const WAITS = new Set(['eventually', 'poll', 'waitFor', 'waitUntil', 'toPass']);
/** Sends one thing until an answer: may write, but not make. */
const SENDS = 'sendUntil';
/** First words of names that write: over HTTP, into a store, log or queue. */
const WRITES = wordsOf(
  'post put patch send deliver submit append announce notify insert update command record identify conversion lead view register ' +
    'invite create erase encrypt redeliver refund',
);
/** What a person's hands do, and what a store is asked to do. */
const DEEDS = wordsOf(
  'press click dblclick dblClick tripleClick tap fill type check uncheck setChecked clear hover dragTo selectOption selectOptions ' +
    'setInputFiles upload keyboard paste dispatchEvent fireEvent deleteFrom',
);
/** First words of what a second attempt would make once more. */
const MAKES = wordsOf('random mint click register create new now');
/** Methods of lists, maps, sets and texts: no function of the file that has their name. */
const BUILT_IN = new Set(
  [Array, Map, Set, String, Promise].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
);
/** Of which `add` and `work` write; of a set they do not. */
const QUEUES = /(jobs|queue)$/i;
/** A person at a screen: all that it can do are deeds. */
const PERSON = 'user';
const ASKS = new Set(['fetch', 'get', 'inject', 'ask', 'request', 'goto', 'open']);
/** Recorded when they are asked for, also by GET. */
const RECORDED = /^(https?:\/\/[^/]*)?\/(track|t|view|v)(\/|\?|$)/;
const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const WRITING_METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const READING_SQL =
  /^\s*(SELECT|SHOW|WITH|EXPLAIN)\b(?![\s\S]*\b(pg_notify|pg_terminate_backend|nextval|INSERT|UPDATE|DELETE)\b)/i;

export function writingWaits(file: string, source: string): WritingWait[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const functions = functionsOf(tree);
  const waits = waitsOf(functions);
  const found: WritingWait[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const name = nameOf(node.expression);
      const faults = waits.has(name)
        ? (one: ts.Node, readsOnly: boolean) => isWrite(one, readsOnly, functions)
        : name === SENDS
          ? isMaking
          : undefined;
      if (faults !== undefined) {
        const write = attemptsOf(node, name)
          .map((attempt) => firstFault(attempt, faults, functions))
          .find((one) => one !== undefined);
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
        if (write) found.push({ line: line + 1, code: write.getText(tree).replace(/\s+/g, ' ').slice(0, 100) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

type Fault = (node: ts.Node, readsOnly: boolean) => boolean;
type Functions = ReadonlyMap<string, ts.FunctionLikeDeclaration>;

/** Its functions, and names that may be of one; `toPass` has them before it. */
const attemptsOf = (call: ts.CallExpression, name: string): ts.Node[] =>
  name === 'toPass'
    ? [call.expression]
    : call.arguments.filter((one) => ts.isFunctionLike(one) || ts.isIdentifier(one));

/** The first fault in the node and in the functions of the file that it calls or hands on. */
function firstFault(attempt: ts.Node, isFault: Fault, functions: Functions): ts.Node | undefined {
  const seen = new Set<ts.Node>();
  const search = (node: ts.Node, readsOnly: boolean): ts.Node | undefined => {
    if (isFault(node, readsOnly)) return node;
    const called = ts.isIdentifier(node) && isReference(node) ? functions.get(node.text) : undefined;
    if (called && !seen.has(called)) {
      seen.add(called);
      const call = node.parent;
      const isRead = ts.isCallExpression(call) && call.arguments.some((one) => isMethod(one, READING_METHODS));
      const within = called.body && search(called.body, readsOnly || isRead);
      if (within) return within;
    }
    return ts.forEachChild(node, (child) => search(child, readsOnly));
  };
  return search(attempt, false);
}

function isWrite(node: ts.Node, readsOnly: boolean, functions: Functions): boolean {
  if (ts.isTaggedTemplateExpression(node))
    return nameOf(node.tag) === 'sql' && !READING_SQL.test(node.template.getText().slice(1));
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) return isWritingOption(node, readsOnly);
  if (!ts.isCallExpression(node)) return false;
  const name = nameOf(node.expression);
  const isFollowed = ts.isIdentifier(node.expression) && functions.has(name);
  const receiver = ts.isPropertyAccessExpression(node.expression) ? nameOf(node.expression.expression) : '';
  if (receiver === PERSON || (!isFollowed && (DEEDS.has(name) || startsWith(name, WRITES)))) return true;
  if (QUEUES.test(receiver) && (name === 'add' || name === 'work')) return true;
  if (node.arguments.some((one) => isMethod(one, WRITING_METHODS))) return true;
  return ASKS.has(name) && node.arguments.some(isRecorded);
}

/** `method`, of a request: what is not written out counts as writing, unless the caller says a method that reads. */
function isWritingOption(node: ts.PropertyAssignment | ts.ShorthandPropertyAssignment, readsOnly: boolean): boolean {
  if (!ts.isIdentifier(node.name) || node.name.text !== 'method' || !isArgument(node.parent)) return false;
  return !readsOnly && !(ts.isPropertyAssignment(node) && isMethod(node.initializer, READING_METHODS));
}

const isArgument = (options: ts.Node): boolean =>
  ts.isCallExpression(options.parent) && ASKS.has(nameOf(options.parent.expression));

function isRecorded(argument: ts.Expression): boolean {
  if (ts.isObjectLiteralExpression(argument))
    return argument.properties.some(
      (one) => ts.isPropertyAssignment(one) && one.name.getText() === 'url' && isRecorded(one.initializer),
    );
  // `${url}/track/…`: the path is behind the first gap.
  if (ts.isTemplateExpression(argument))
    return RECORDED.test(
      argument.head.text === '' ? (argument.templateSpans[0]?.literal.text ?? '') : argument.head.text,
    );
  return ts.isStringLiteralLike(argument) && RECORDED.test(argument.text);
}

const isMaking: Fault = (node) =>
  (ts.isCallExpression(node) && startsWith(nameOf(node.expression), MAKES)) ||
  (ts.isNewExpression(node) && nameOf(node.expression) === 'Date');

const isMethod = (node: ts.Node, methods: ReadonlySet<string>): boolean =>
  ts.isStringLiteralLike(node) && methods.has(node.text);

/** A name that is used, or a method of an object that the file makes; not that of an option or of a declaration. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node || !BUILT_IN.has(node.text);
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return !ts.isVariableDeclaration(parent) || parent.initializer === node;
}

/** By name; of two with one name the later one. */
function functionsOf(tree: ts.SourceFile): Functions {
  const functions = new Map<string, ts.FunctionLikeDeclaration>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name) functions.set(node.name.text, node);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      if (ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer))
        functions.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return functions;
}

/** Also what hands a parameter of its own to a wait. */
function waitsOf(functions: Functions): ReadonlySet<string> {
  const waits = new Set(WAITS);
  for (let before = -1; before !== waits.size; ) {
    before = waits.size;
    for (const [name, { parameters, body }] of functions) {
      const given = new Set(parameters.flatMap(({ name: one }) => (ts.isIdentifier(one) ? [one.text] : [])));
      const isCalled = (node: ts.Node): boolean =>
        ts.isIdentifier(node) &&
        given.has(node.text) &&
        (ts.isCallExpression(node.parent)
          ? node.parent.expression === node || waits.has(nameOf(node.parent.expression))
          : false);
      const handsOn = (node: ts.Node): boolean =>
        (ts.isCallExpression(node) &&
          waits.has(nameOf(node.expression)) &&
          attemptsOf(node, nameOf(node.expression)).some((one) => isCalled(one) || has(one, isCalled))) ||
        (ts.forEachChild(node, handsOn) ?? false);
      if (body && handsOn(body)) waits.add(name);
    }
  }
  return waits;
}

const has = (node: ts.Node, is: (node: ts.Node) => boolean): boolean =>
  ts.forEachChild(node, (child) => is(child) || has(child, is)) ?? false;

function nameOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : '';
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** `post` and `postLead`; neither `posted` nor `clickIdOf`, which looks. */
function startsWith(name: string, words: ReadonlySet<string>): boolean {
  if (name.endsWith('Of')) return false;
  return words.has(name) || words.has(/^[a-z]+(?=[A-Z])/.exec(name)?.[0] ?? '');
}
