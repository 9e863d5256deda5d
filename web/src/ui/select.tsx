import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { cn } from './cn.ts';

interface SelectProps<Value extends string> {
  value: Value | undefined;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  placeholder?: string;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  size?: 'small' | 'field';
  className?: string;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onChange, options, placeholder, size = 'small', className, ...trigger } = props;
  return (
    <Radix.Root value={value ?? ''} onValueChange={(next) => onChange(next as Value)}>
      <Radix.Trigger
        {...trigger}
        className={cn(
          'inline-flex items-center justify-between gap-2 whitespace-nowrap rounded-lg border bg-surface text-ink hover:bg-hover data-[placeholder]:text-muted',
          size === 'field' ? 'h-10 w-full border-field px-3 text-sm' : 'h-8 border-line px-2.5 text-[13px] shadow-card',
          className,
        )}
      >
        <Radix.Value placeholder={placeholder} />
        <Radix.Icon className="text-muted">
          <ChevronDown size={15} aria-hidden />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-enter overflow-hidden rounded-xl border border-line bg-surface p-1 shadow-float"
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex h-8 cursor-default select-none items-center justify-between gap-6 rounded-md px-2.5 text-[13px] text-soft-ink outline-none data-[highlighted]:bg-hover data-[highlighted]:text-ink"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator className="text-accent">
                  <Check size={15} aria-hidden />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
