import { Segments } from '../ui/segments.tsx';
import type { Basis } from './basis.ts';

const OPTIONS = [
  { value: 'gross', label: 'Bruto' },
  { value: 'net', label: 'Líquido' },
] as const;

/** Whether ROAS and ROI are before or after taxes, fees and costs. */
const BasisSwitch = ({ basis, onBasis }: { basis: Basis; onBasis: (basis: Basis) => void }) => (
  <Segments label="ROAS e ROI" value={basis} onChange={onBasis} options={OPTIONS} />
);
export default BasisSwitch;
