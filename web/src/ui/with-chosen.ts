export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What was chosen is in the list, also while its name is on the way, and where nothing is there under it any more. */
export const withChosen = (
  options: readonly Choice[],
  chosen: string | undefined,
  labelOf = (value: string) => value,
): readonly Choice[] =>
  chosen === undefined || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: labelOf(chosen) }];
