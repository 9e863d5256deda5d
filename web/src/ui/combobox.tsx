import { folded } from '@tracker/schemas/primitives/text';
import { Check, ChevronsUpDown } from 'lucide-react';
import { Popover as Radix } from 'radix-ui';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { cn } from './cn.ts';
import type { FieldControl } from './field.tsx';
import { Input, type InputProps } from './input.tsx';

export interface ComboboxOption {
  value: string;
  label: string;
  /** At the right of the label. */
  note?: string;
  /** Below it, in the list only. */
  detail?: string;
}

/** Those whose label contains what was typed, without regard to case and accents. */
export const labelsWith = <Option extends ComboboxOption>(options: readonly Option[], typed: string): Option[] =>
  options.filter(({ label }) => folded(label).includes(folded(typed.trim())));

interface ComboboxProps {
  /** Of the field around it. */
  control?: FieldControl;
  name?: string;
  /** Where it has no visible label. */
  'aria-label'?: string;
  value: string;
  /** All of them, or those that match what was typed. */
  search: (typed: string) => readonly ComboboxOption[];
  onChange: (value: string) => void;
  /** In the list when nothing matches. */
  nothing: string;
  placeholder?: string;
  size?: InputProps['size'];
  /** Of all of it, for its width. */
  className?: string;
}

const textOf = ({ label, note }: ComboboxOption) => (note === undefined ? label : `${label} (${note})`);

/** One of many, found by typing. The list follows the keyboard as WAI-ARIA's combobox with a listbox does. */
export function Combobox({
  control,
  name,
  'aria-label': label,
  value,
  search,
  onChange,
  nothing,
  placeholder,
  size = 'field',
  className,
}: ComboboxProps) {
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Undefined until something is typed: then the field shows what is chosen, and the list everything. */
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const chosen = search('').find((option) => option.value === value);
  const options = isOpen ? search(typed ?? '') : [];

  const open = () => {
    if (isOpen) return;
    setOpen(true);
    const at = search('').findIndex((option) => option.value === value);
    setActive(Math.max(0, at));
  };
  const close = () => {
    setOpen(false);
    setTyped(undefined);
  };
  const choose = (option: ComboboxOption | undefined) => {
    if (!option) return;
    onChange(option.value);
    close();
  };
  const type = (text: string) => {
    setOpen(true);
    setTyped(text);
    setActive(0);
  };
  const steer = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return open();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((before) => Math.min(Math.max(before + step, 0), options.length - 1));
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      choose(options[active]);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') close();
  };

  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => (next ? open() : close())}>
      <Radix.Anchor asChild>
        <div className={cn('relative', className)}>
          <Input
            {...control}
            ref={field}
            size={size}
            name={name}
            aria-label={label}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            {...(isOpen && options[active] && { 'aria-activedescendant': `${listId}-${active}` })}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            value={typed ?? (chosen ? textOf(chosen) : value)}
            onChange={(event) => type(event.target.value)}
            onFocus={(event) => event.target.select()}
            onClick={open}
            onKeyDown={steer}
            onBlur={close}
            className="pr-9"
          />
          <ChevronsUpDown
            size={15}
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
          />
        </div>
      </Radix.Anchor>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          role="presentation"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // A press on the field itself is for the field.
          onInteractOutside={(event) => field.current?.contains(event.target as Node) && event.preventDefault()}
          className="z-50 w-(--radix-popover-trigger-width) animate-enter overflow-hidden rounded-xl border border-line bg-surface shadow-float"
        >
          <div
            id={listId}
            role="listbox"
            aria-label="Opções"
            className="max-h-[min(18rem,var(--radix-popover-content-available-height))] overflow-auto p-1"
          >
            {options.length === 0 && <p className="px-2.5 py-2 text-[13px] text-muted">{nothing}</p>}
            {options.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
              <div
                key={option.value}
                id={`${listId}-${index}`}
                ref={(row) => {
                  if (index === active) row?.scrollIntoView({ block: 'nearest' });
                }}
                role="option"
                aria-selected={option.value === value}
                tabIndex={-1}
                onPointerDown={(event) => {
                  // The field keeps the focus.
                  event.preventDefault();
                }}
                onClick={() => choose(option)}
                className={cn(
                  'flex cursor-default select-none items-center gap-2 rounded-md px-2.5 py-1.5 text-[13px] text-soft-ink hover:bg-hover',
                  index === active && 'bg-hover text-ink',
                )}
              >
                <span className="min-w-0 flex-1 break-words">
                  {option.label}
                  {option.detail && <span className="figure block text-muted text-xs">{option.detail}</span>}
                </span>
                {option.note && <span className="figure shrink-0 text-muted text-xs">{option.note}</span>}
                <Check
                  size={15}
                  aria-hidden
                  className={cn('shrink-0 text-accent', option.value !== value && 'invisible')}
                />
              </div>
            ))}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
