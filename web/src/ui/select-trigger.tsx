import { ChevronDown } from 'lucide-react';
import { cn } from './cn.ts';

export interface SelectProps<Value extends string> {
  value: Value | undefined;
  onChange: (value: Value) => void;
  /** `isDivided`: a divider before it. */
  options: readonly { value: Value; label: string; isDivided?: boolean }[];
  placeholder?: string;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  size?: 'small' | 'field';
  className?: string;
}

export const triggerClass = (size: SelectProps<string>['size'] = 'small', className?: string) =>
  cn(
    'inline-flex items-center justify-between gap-2 whitespace-nowrap rounded-lg border bg-surface text-ink hover:bg-hover data-[placeholder]:text-muted',
    size === 'field' ? 'h-10 w-full border-field px-3 text-sm' : 'h-8 border-line px-2.5 text-[13px] shadow-card',
    className,
  );

export const TriggerMark = () => <ChevronDown size={15} aria-hidden className="text-muted" />;
