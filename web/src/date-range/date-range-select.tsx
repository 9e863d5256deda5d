import { lazy } from 'react';
import { Button } from '../ui/button.tsx';
import { LatePart } from '../ui/late-part.tsx';
import { Select } from '../ui/select.tsx';
import { useCarryRange } from './carried-range.ts';
import type { DateRangeSelectProps } from './custom-range.tsx';
import { type DateRange, type Preset, presetOptions, presetRange, selectionLabel } from './date-range.ts';

// Few people open the calendar: its code and its date library load just before it opens.
const loadCustomRange = () => import('./custom-range.tsx');
const CustomRange = lazy(loadCustomRange);

interface Props extends DateRangeSelectProps {
  /** What the screen shows when nothing is chosen. */
  byDefault?: Preset;
}

export function DateRangeSelect({ range, today, onChange: onRange, byDefault = range.preset }: Props) {
  const carryRange = useCarryRange();
  const onChange = (next: DateRange) => {
    carryRange(next);
    onRange(next);
  };
  const choose = (preset: Preset) => {
    if (preset !== 'custom') return onChange(presetRange(preset, today));
    loadCustomRange().catch(() => undefined);
    // Keeps the current range and marks it custom; the calendar then changes it.
    onChange({ ...range, preset });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Período"
        placeholder="Período"
        value={range.preset}
        onChange={choose}
        options={presetOptions([range.preset, byDefault])}
      />
      {range.preset === 'custom' && (
        <LatePart loading={<RangeLabel range={range} />} failure={<RangeLabel range={range} />}>
          <CustomRange range={range} today={today} onChange={onChange} />
        </LatePart>
      )}
    </div>
  );
}

const RangeLabel = ({ range }: { range: DateRange }) => (
  <Button look="outline" size="small" className="figure" disabled>
    {selectionLabel('custom', range)}
  </Button>
);
