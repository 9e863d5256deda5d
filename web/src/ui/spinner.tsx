import { LoaderCircle } from 'lucide-react';

export const Spinner = ({ label = 'Carregando', size = 24 }: { label?: string; size?: number }) => (
  <span role="status" className="inline-flex text-accent">
    <LoaderCircle size={size} className="animate-spin" aria-hidden />
    <span className="sr-only">{label}</span>
  </span>
);

export const CenteredSpinner = ({ fills = 'screen' }: { fills?: 'screen' | 'content' }) => (
  <div className={fills === 'screen' ? 'grid min-h-dvh place-items-center' : 'grid min-h-[60dvh] place-items-center'}>
    <Spinner size={28} />
  </div>
);
