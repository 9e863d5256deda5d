import { folded } from '@tracker/schemas/primitives/text';
import type { ComboboxOption } from '../../ui/combobox.tsx';

/** More than anybody reads down; the rest is found by typing. */
export const CHOICES_SHOWN = 200;

/** By label and detail, without regard to case and accents; every word must be there. At most `CHOICES_SHOWN`. */
export function matchingChoices(choices: readonly ComboboxOption[], typed: string): readonly ComboboxOption[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const found = choices.filter(({ label, detail = '' }) => {
    const text = folded(`${label} ${detail}`);
    return words.every((word) => text.includes(word));
  });
  return found.slice(0, CHOICES_SHOWN);
}
