import { CatchBoundary } from '@tanstack/react-router';
import { createContext, type ReactNode, Suspense, use } from 'react';
import { Busy } from './busy.tsx';

interface LatePartProps {
  /** Of the same size as the part, so that nothing jumps. */
  loading?: ReactNode;
  /** Shown in its place when it does not come. */
  failure?: ReactNode;
  children: ReactNode;
}

const FailureContext = createContext<ReactNode>(null);
const InItsPlace = () => use(FailureContext);
/** The browser remembers that a file did not come: only another page asks for it again. */
const never = () => '';

/** A part of a screen whose code comes after the rest (`lazy`): when it does not come, the rest stays. */
export const LatePart = ({ loading, failure, children }: LatePartProps) => (
  <FailureContext value={failure}>
    <CatchBoundary getResetKey={never} errorComponent={InItsPlace}>
      <Suspense fallback={loading && <Busy>{loading}</Busy>}>{children}</Suspense>
    </CatchBoundary>
  </FailureContext>
);
