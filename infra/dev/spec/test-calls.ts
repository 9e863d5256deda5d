/** Parses a test file without running it: titles, groups and tags. */
import ts from 'typescript';

export interface TestCall {
  /** Titles of the groups around it, outermost first. */
  readonly groups: readonly string[];
  readonly title: string;
  /** Its own tags, not those of its groups. */
  readonly tags: readonly string[];
}

export const RUNNERS: ReadonlySet<string> = new Set(['it', 'test', 'describe']);

/** Each call of `it`, `test` or `describe` with a written title, also behind `.each(…)`, `.skipIf(…)` or a table in a template. */
export function testCalls(file: string, source: string): TestCall[] {
  const found: TestCall[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const call = ts.isCallExpression(node) && RUNNERS.has(runnerOf(node.expression)) ? readCall(node) : undefined;
    if (call !== undefined) found.push({ groups, ...call });
    ts.forEachChild(node, (child) => visit(child, call === undefined ? groups : [...groups, call.title]));
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest), []);
  return found;
}

/** `test` of `test.each(rows)`, of `test.each` with a template, and of `test` itself. */
export function runnerOf(callee: ts.Expression): string {
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) return runnerOf(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return runnerOf(callee.tag);
  return ts.isIdentifier(callee) ? callee.text : '';
}

function readCall({ arguments: [title, ...rest] }: ts.CallExpression): Omit<TestCall, 'groups'> | undefined {
  const text = title && textOf(title);
  if (text === undefined) return undefined;
  const options = rest.filter(ts.isObjectLiteralExpression).flatMap(({ properties }) => properties);
  const tags = options
    .filter(ts.isPropertyAssignment)
    .find(({ name }) => ts.isIdentifier(name) && name.text === 'tags');
  return { title: text, tags: tags === undefined ? [] : tagsOf(tags.initializer) };
}

function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

function tagsOf(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  return ts.isArrayLiteralExpression(node) ? node.elements.flatMap(tagsOf) : [];
}
