import { cn } from './cn.ts';

/** Keeps the place of what is being loaded; give it the size of the real thing. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cn('block animate-pulse rounded-md bg-sunken', className)} />
);
