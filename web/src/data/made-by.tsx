import type { MadeBy } from '@tracker/schemas/contracts/common';

/** 'Criado por Ana Lima'; nothing where it was not stored yet. */
export const madeByText = (verb: string, by: MadeBy | undefined): string | undefined =>
  by == null ? undefined : `${verb} por ${by.name ?? 'alguém que não está mais na empresa'}`;

export function MadeByNote({ verb, by }: { verb: string; by: MadeBy | undefined }) {
  const text = madeByText(verb, by);
  return text === undefined ? null : <p className="text-[13px] text-muted">{text}</p>;
}
