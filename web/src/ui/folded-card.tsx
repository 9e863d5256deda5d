import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Card } from './card.tsx';

interface FoldedCardProps {
  /** Links to it open it. */
  id: string;
  title: string;
  note: ReactNode;
  /** Where there is nothing else to read yet. */
  startsOpen?: boolean;
  children: ReactNode;
}

/** Reference below what people work with: only its title, until they open it. */
export function FoldedCard({ id, title, note, startsOpen = false, children }: FoldedCardProps) {
  const titleId = useId();
  const [isOpen, setOpen] = useState(startsOpen);
  useEffect(() => {
    const follow = () => {
      if (window.location.hash !== `#${id}`) return;
      setOpen(true);
      document.getElementById(id)?.scrollIntoView();
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [id]);
  return (
    <Card id={id} aria-labelledby={titleId} className="min-w-0 scroll-mt-20">
      <details className="group" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-xl px-4 py-3 hover:bg-hover sm:px-5 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0">
            <h2 id={titleId} className="font-semibold text-[15px] leading-6 tracking-[-0.01em]">
              {title}
            </h2>
            <span className="block text-[13px] text-muted">{note}</span>
          </span>
          <ChevronDown
            size={18}
            aria-hidden
            className="shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        {children}
      </details>
    </Card>
  );
}
