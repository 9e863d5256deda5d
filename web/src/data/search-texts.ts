const TEXT_LENGTH_MAX = 256;

/** The texts of a URL's search under these names, without spaces around them; none that is empty. */
export const textsIn = <Name extends string>(search: Record<string, unknown>, names: readonly Name[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
      return text === '' ? [] : [[name, text.slice(0, TEXT_LENGTH_MAX)]];
    }),
  ) as { [_ in Name]?: string };
