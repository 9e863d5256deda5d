import { cn } from './cn.ts';

/** A placeholder for loading content; give it the size of the real content. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cn('block animate-pulse rounded-md bg-sunken', className)} />
);
