import type { CampaignChange } from '@tracker/schemas/contracts/campaigns.contract';
import { readAmount, TYPED } from '@tracker/schemas/spend/written-amounts';
import type { z } from 'zod';

/** Texts, as typed; '': no target. */
export interface TargetInput {
  targetCpa: string;
  targetRoas: string;
}

interface Targets {
  readonly targetCpa: string | null;
  readonly targetRoas: number | null;
}

const textOf = (target: string | number | null): string =>
  target === null ? '' : String(Number(target)).replace('.', ',');
export const targetInputOf = ({ targetCpa, targetRoas }: Targets): TargetInput => ({
  targetCpa: textOf(targetCpa),
  targetRoas: textOf(targetRoas),
});

/** No decimal: the contract refuses it with its sentence. */
const WRONG = '?';
/** As people write numbers here, '1.234,50'. */
const decimalOf = (typed: string): string | null =>
  typed.trim() === '' ? null : (readAmount(typed.trim().replace(/x$/i, ''), TYPED, 'hint') ?? WRONG);

export const targetsOf = ({
  targetCpa,
  targetRoas,
}: TargetInput): Pick<z.input<typeof CampaignChange>, 'targetCpa' | 'targetRoas'> => ({
  targetCpa: decimalOf(targetCpa),
  targetRoas: decimalOf(targetRoas),
});
