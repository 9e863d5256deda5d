import { useEffect, useRef, useState } from 'react';
import { type SelectProps, TriggerMark, triggerClass } from './select-trigger.tsx';

let list: typeof import('./select-list.tsx').SelectList | undefined;

/** Loads the list; until then a select is a button that looks the same. */
export async function loadSelectList(): Promise<typeof list> {
  list = (await import('./select-list.tsx')).SelectList;
  return list;
}

/** One of several values. Its list is a fifteenth of the JavaScript before the dashboard, so it comes after the first screen. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const [List, setList] = useState(() => list);
  const button = useRef<HTMLButtonElement>(null);
  const [before, setBefore] = useState<'untouched' | 'focused' | 'pressed'>('untouched');

  const load = () =>
    loadSelectList().then((loaded) => {
      if (document.activeElement === button.current) setBefore((now) => (now === 'pressed' ? now : 'focused'));
      setList(() => loaded);
    });
  // When it does not come, the next press asks again.
  useEffect(() => {
    if (!list) load().catch(() => undefined);
  }, []);

  if (List) {
    return <List {...props} isOpenAtFirst={before === 'pressed'} isFocusedAtFirst={before !== 'untouched'} />;
  }
  const { value, onChange: _, options, placeholder, size, className, ...trigger } = props;
  const label = options.find((option) => option.value === value)?.label;
  return (
    <button
      {...trigger}
      ref={button}
      type="button"
      role="combobox"
      aria-expanded={false}
      data-placeholder={label === undefined ? '' : undefined}
      className={triggerClass(size, className)}
      onClick={() => {
        setBefore('pressed');
        load().catch(() => undefined);
      }}
    >
      <span>{label ?? placeholder}</span>
      <TriggerMark />
    </button>
  );
}
