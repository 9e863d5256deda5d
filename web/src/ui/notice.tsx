import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface NoticeProps {
  /** For screen readers, where several may be on the screen. */
  label?: string;
  children: ReactNode;
}

/** Something that waits for a decision, above what it is about. */
export const Notice = ({ label, children }: NoticeProps) => (
  <div
    role="status"
    aria-label={label}
    className="mb-4 flex items-start gap-2.5 rounded-xl bg-warn-soft px-3.5 py-3 text-[13px] text-warn"
  >
    <TriangleAlert size={18} aria-hidden className="shrink-0" />
    <p>{children}</p>
  </div>
);
