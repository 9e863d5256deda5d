interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What the URL names is in the list of a select, also where nothing is there under it any more. */
export const withChosen = (
  options: readonly Choice[],
  chosen: string | undefined,
  labelOf = (value: string) => value,
): readonly Choice[] =>
  chosen === undefined || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: labelOf(chosen) }];
