import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { cn } from './cn.ts';

interface TableProps extends ComponentProps<'table'> {
  label: string;
  /** Its rows are a part of the page: no box of its own that scrolls. */
  isFlat?: boolean;
  /** More rows than a page should grow by: they scroll below a head that stays. */
  isLong?: boolean;
}

/** Scrolls sideways inside its own box, so that the page never does. What is cut fades out. */
export function Table({ label, isFlat = false, isLong = false, className, ...props }: TableProps) {
  const box = useRef<HTMLElement>(null);
  const { start, end } = useHiddenSides(box);
  return (
    <div className="relative">
      {/* `relative`: words for screen readers are placed absolutely, and would else widen the page instead of the box. */}
      <section
        ref={box}
        aria-label={label}
        tabIndex={isFlat ? undefined : 0}
        className={cn('@container relative', !isFlat && 'overflow-auto', isLong && 'max-h-[36rem]')}
      >
        <table className={cn('w-full border-collapse text-sm', className)} {...props} />
      </section>
      {start && <div aria-hidden className={cn(FADE, 'left-0 bg-linear-to-r')} />}
      {end && <div aria-hidden className={cn(FADE, 'right-0 bg-linear-to-l')} />}
    </div>
  );
}

const FADE = 'pointer-events-none absolute inset-y-0 z-20 w-10 from-surface to-transparent';

/** On which sides a box has more than it shows. */
function useHiddenSides(box: RefObject<HTMLElement | null>) {
  const [sides, setSides] = useState({ start: false, end: false });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const [start, end] = [scrollLeft > 1, scrollLeft + clientWidth < scrollWidth - 1];
      setSides((shown) => (shown.start === start && shown.end === end ? shown : { start, end }));
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    if (element.firstElementChild) sizes.observe(element.firstElementChild);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box]);
  return sides;
}

export const HeadCell = ({ numeric, className, ...props }: ComponentProps<'th'> & { numeric?: boolean }) => (
  <th
    scope="col"
    className={cn(
      'sticky top-0 z-10 whitespace-nowrap border-line border-b bg-surface px-3 py-2 font-medium text-muted text-xs first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
      numeric ? 'text-right' : 'text-left',
      className,
    )}
    {...props}
  />
);

export const Row = ({ className, ...props }: ComponentProps<'tr'>) => (
  <tr className={cn('border-line border-b last:border-b-0 hover:bg-hover', className)} {...props} />
);

export const Cell = ({ numeric, className, ...props }: ComponentProps<'td'> & { numeric?: boolean }) => (
  <td
    className={cn(
      'px-3 py-2 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5',
      numeric && 'figure whitespace-nowrap text-right',
      className,
    )}
    {...props}
  />
);
