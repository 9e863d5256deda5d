import { Money } from '@tracker/schemas/primitives/money';

/** The columns of a campaign or a tenant; undefined: not given. */
export const targetColumns = ({ targetCpa, targetRoas }: GivenTargets) => ({
  target_cpa: textOf(targetCpa),
  target_roas: textOf(targetRoas),
});

interface GivenTargets {
  readonly targetCpa?: number | null | undefined;
  readonly targetRoas?: number | null | undefined;
}

const textOf = (target: number | null | undefined) => (typeof target === 'number' ? String(target) : target);

export const toTargets = (row: { readonly target_cpa: string | null; readonly target_roas: string | null }) => ({
  targetCpa: row.target_cpa === null ? null : Money.parse(row.target_cpa),
  targetRoas: row.target_roas === null ? null : Number(row.target_roas),
});
