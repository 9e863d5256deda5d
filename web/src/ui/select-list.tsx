import { Check } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { Fragment } from 'react';
import { type SelectProps, TriggerMark, triggerClass } from './select-trigger.tsx';

interface SelectListProps<Value extends string> extends SelectProps<Value> {
  /** The button in whose place it comes was pressed, or had the focus. */
  isOpenAtFirst: boolean;
  isFocusedAtFirst: boolean;
}

export function SelectList<Value extends string>(props: SelectListProps<Value>) {
  const { value, onChange, options, placeholder, size, className, isOpenAtFirst, isFocusedAtFirst, ...trigger } = props;
  return (
    <Radix.Root value={value ?? ''} defaultOpen={isOpenAtFirst} onValueChange={(next) => onChange(next as Value)}>
      <Radix.Trigger {...trigger} autoFocus={isFocusedAtFirst} className={triggerClass(size, className)}>
        <Radix.Value placeholder={placeholder} />
        <TriggerMark />
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
              <Fragment key={option.value}>
                {option.isDivided && <Radix.Separator className="my-1 h-px bg-line" />}
                <Radix.Item
                  value={option.value}
                  className="flex h-8 cursor-default select-none items-center justify-between gap-6 rounded-md px-2.5 text-[13px] text-soft-ink outline-none data-[highlighted]:bg-hover data-[highlighted]:text-ink"
                >
                  <Radix.ItemText>{option.label}</Radix.ItemText>
                  <Radix.ItemIndicator className="text-accent">
                    <Check size={15} aria-hidden />
                  </Radix.ItemIndicator>
                </Radix.Item>
              </Fragment>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
