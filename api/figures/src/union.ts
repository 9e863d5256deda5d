/**
 * Parts of a statement (its CTEs) under one another, for a sum over all of them. A part that does not count a figure has 0 there, which costs
 * the engine less to understand than a typed one.
 * @param keys columns that every part has
 * @param parts the figures of each part, by its name
 */
export function unionOf(keys: readonly string[], parts: Readonly<Record<string, readonly string[]>>): string {
  const figures = [...new Set(Object.values(parts).flat())];
  const selects = Object.entries(parts).map(([part, own]) => {
    const columns = figures.map((figure) => (own.includes(figure) ? figure : `0 AS ${figure}`));
    return `SELECT ${[...keys, ...columns].join(', ')} FROM ${part}`;
  });
  return `(
      ${selects.join('\n      UNION ALL\n      ')}
    )`;
}
