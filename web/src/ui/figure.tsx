import { useRef } from 'react';
import { cn } from './cn.ts';
import { Skeleton } from './skeleton.tsx';

const SIZES = {
  /** In a line of text. */
  small: { usual: 'text-sm sm:text-[17px]', long: 'text-[13px] sm:text-[15px]' },
  medium: { usual: 'text-[17px] sm:text-xl', long: 'text-sm sm:text-base' },
  /** Three side by side on a phone. */
  large: { usual: 'text-sm sm:text-[22px]', long: 'text-xs sm:text-lg' },
};
/** 'R$ 123.456,78' fits half a phone; longer amounts use a smaller font, since a truncated figure is a wrong one. */
const USUAL_LENGTH_MAX = 13;

interface FigureProps {
  /** Without it the place is kept. */
  text: string | undefined;
  size?: keyof typeof SIZES;
  /** Known, and in nothing that is computed here. */
  isMuted?: boolean;
  isLoss?: boolean | undefined;
}

/** The value of a `dl` entry. One that changes before one's eyes is tinted for a moment. */
export function Figure({ text, size = 'medium', isMuted = false, isLoss = false }: FigureProps) {
  const first = useRef(text);
  first.current ??= text;
  const isLong = (text?.length ?? 0) > USUAL_LENGTH_MAX;
  return (
    <dd
      className={cn(
        'figure whitespace-nowrap font-semibold leading-7 tracking-[-0.02em]',
        isLong ? SIZES[size].long : SIZES[size].usual,
        isMuted && 'text-muted',
        isLoss && 'text-bad',
      )}
    >
      {text === undefined ? (
        <Skeleton className="my-0.5 h-6 w-24 max-w-full" />
      ) : (
        <span key={text} className={cn(text !== first.current && 'animate-changed')}>
          {text}
        </span>
      )}
    </dd>
  );
}
