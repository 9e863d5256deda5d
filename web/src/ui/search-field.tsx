import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from './cn.ts';

const QUIET_MS = 300;

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  /** The current search; the input follows it when it changes elsewhere, e.g. by the back button. */
  value: string;
  /** Called when the typing has paused, or by Enter. */
  onChange: (value: string) => void;
  className?: string;
}

export function SearchField({ label, placeholder, value, onChange, className }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const seen = useRef(value);
  const reported = useRef(value);
  if (value !== seen.current) {
    seen.current = value;
    // What was reported comes back a moment later, when more may have been typed.
    if (value !== reported.current) {
      reported.current = value;
      setText(value);
    }
  }
  const send = () => {
    const next = text.trim();
    if (next === reported.current) return;
    reported.current = next;
    onChange(next);
  };
  const latest = useRef(send);
  latest.current = send;
  // `text`: the wait starts again with each letter.
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className={cn('relative min-w-0', className)}>
      <Search
        size={15}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && send()}
        className="h-8 w-full min-w-0 rounded-lg border border-field bg-surface pr-2 pl-8 text-[13px] text-ink placeholder:text-muted hover:border-soft-ink"
      />
    </div>
  );
}
