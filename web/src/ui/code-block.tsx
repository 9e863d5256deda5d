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
  <div className="relative flex min-w-0 flex-col-reverse rounded-lg border border-line bg-sunken sm:block">
    {/* On a phone it needs a line of its own, below the code. */}
    <div className="self-end px-2 pb-2 sm:absolute sm:top-2 sm:right-2 sm:p-0">
      <CopyButton text={code} what={what} />
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
    <section aria-label={`Código: ${what}`} tabIndex={0} className={cn('min-w-0 overflow-auto', className)}>
      <pre
        className={cn(
          'p-3 text-soft-ink text-xs leading-5 sm:pr-28',
          isWrapped && 'min-h-14 whitespace-pre-wrap break-all',
        )}
      >
        <code>{code}</code>
      </pre>
    </section>
  </div>
);
