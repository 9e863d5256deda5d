import { Progress as Radix } from 'radix-ui';

interface ProgressProps {
  percent: number;
  /** The label of the progress from 0 to 100 percent. */
  label: string;
  /** What is read out instead of the percentage: '2 de 5'. */
  text?: string;
}

export const Progress = ({ percent, label, text }: ProgressProps) => (
  <Radix.Root
    value={percent}
    aria-label={label}
    {...(text !== undefined && { getValueLabel: () => text })}
    className="h-1 overflow-hidden rounded-full bg-sunken"
  >
    <Radix.Indicator
      className="h-full rounded-full bg-accent transition-[width] duration-300"
      style={{ width: `${Math.min(100, Math.max(0, percent))}%` }}
    />
  </Radix.Root>
);
