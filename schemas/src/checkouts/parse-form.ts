import type { JsonObject } from './mapping.ts';

/** More than any checkout sends; a body beyond these limits is not a form of theirs. */
const FIELDS_MAX = 2_000;
const DEPTH_MAX = 8;

type Leaf = string | string[];
type Tree = { [key: string]: Leaf | Tree };

/**
 * The fields of a form (urlencoded or multipart) as the JSON object they stand for: `venda[valor]` and `venda.valor` name a place
 * inside, `itens[0][nome]`, `tags[]` and repeated names make a list. Texts stay texts. Undefined when there are too many fields, they lie
 * too deep, or there are none. Objects have no prototype while they are built and are read by own properties only, so that a field
 * called `__proto__` is data.
 */
export function parseForm(
  entries: Iterable<readonly [name: string, value: string]>,
  splitsAtDots = true,
): JsonObject | undefined {
  const root: Tree = Object.create(null) as Tree;
  let count = 0;
  for (const [name, value] of entries) {
    count += 1;
    const path = pathOf(name, splitsAtDots);
    if (count > FIELDS_MAX || path.length > DEPTH_MAX) return undefined;
    if (path.length > 0) put(root, path, value);
  }
  return Object.keys(root).length > 0 ? (withLists(root) as JsonObject) : undefined;
}

/** 'venda[plano][nome]' and 'venda.plano.nome' are ['venda', 'plano', 'nome']; an empty last part ('tags[]') says: a list. */
function pathOf(name: string, splitsAtDots: boolean): string[] {
  const bracketed = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name);
  if (!bracketed) return (splitsAtDots ? name.split('.') : [name]).filter((part) => part !== '');
  const inner = (bracketed[2] ?? '').slice(1, -1).split('][');
  return [bracketed[1] ?? '', ...inner.filter((part) => part !== '')];
}

function put(root: Tree, path: readonly string[], value: string): void {
  let place = root;
  for (const part of path.slice(0, -1)) {
    const there = place[part];
    const isTree = typeof there === 'object' && !Array.isArray(there);
    // A text where the path goes on gives way: what is deeper has more.
    const next = isTree ? there : (Object.create(null) as Tree);
    place[part] = next;
    place = next;
  }
  const leaf = path[path.length - 1] ?? '';
  const before = place[leaf];
  if (before === undefined) place[leaf] = value;
  else if (Array.isArray(before)) before.push(value);
  else if (typeof before === 'string') place[leaf] = [before, value];
}

/** An object whose names are 0, 1, 2 … is a list, except at the root. */
function withLists(tree: Tree, isRoot = true): unknown {
  const names = Object.keys(tree);
  for (const name of names) {
    const value = tree[name];
    if (typeof value === 'object' && !Array.isArray(value)) tree[name] = withLists(value, false) as Tree;
  }
  const isList = !isRoot && names.every((name, index) => name === String(index));
  return isList ? Object.values(tree) : tree;
}
