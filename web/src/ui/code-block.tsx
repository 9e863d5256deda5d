import { cn } from './cn.ts';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  code: string;
  /** Completes 'Copiar …'. */
  what: string;
  /** Long code keeps to its box. */
  className?: string;
  /** One long line, such as a URL, is broken instead of scrolled. */
  isWrapped?: boolean;
}

/** Code to copy: scrolls inside its own box, by keyboard too. */
export const CodeBlock = ({ code, what, className, isWrapped }: CodeBlockProps) => (
  <div className="relative min-w-0 rounded-lg border border-line bg-sunken">
    <div className="absolute top-2 right-2">
      <CopyButton text={code} what={what} />
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
    <section aria-label={`Código: ${what}`} tabIndex={0} className={cn('overflow-auto', className)}>
      <pre
        className={cn(
          'p-3 pt-12 text-soft-ink text-xs leading-5 sm:pt-3 sm:pr-28',
          isWrapped && 'min-h-14 whitespace-pre-wrap break-all',
        )}
      >
        <code>{code}</code>
      </pre>
    </section>
  </div>
);
