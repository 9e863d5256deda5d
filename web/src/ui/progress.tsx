import { Progress as Radix } from 'radix-ui';

/** A bar from 0 to 100 percent of something that `label` names. */
export const Progress = ({ percent, label }: { percent: number; label: string }) => (
  <Radix.Root value={percent} aria-label={label} className="h-1 overflow-hidden rounded-full bg-sunken">
    <Radix.Indicator
      className="h-full rounded-full bg-accent transition-[width] duration-300"
      style={{ width: `${Math.min(100, Math.max(0, percent))}%` }}
    />
  </Radix.Root>
);
