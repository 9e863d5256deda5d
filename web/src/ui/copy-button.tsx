import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { toast } from './toast-store.ts';

/** Specification §9. */
const CONFIRMED_FOR_MS = 2_000;

/** Copies `text` and confirms it with a toast, and on the button itself for two seconds. `what` completes the name: 'Copiar link de …'. */
export function CopyButton({ text, what, isIcon = false }: { text: string; what: string; isIcon?: boolean }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await copyText(text);
      setCopied(true);
      toast({ title: 'Copied!' });
    } catch {
      toast({ look: 'destructive', title: 'Error', description: 'Failed to copy to clipboard' });
    }
  };
  const Icon = isCopied ? Check : Copy;
  if (isIcon) {
    return (
      <Button look="ghost" size="small-icon" onClick={copy} aria-label={`Copiar ${what}`} title={`Copiar ${what}`}>
        <Icon size={14} aria-hidden className={isCopied ? 'text-good' : undefined} />
      </Button>
    );
  }
  return (
    <Button look="outline" size="small" onClick={copy} aria-label={`Copiar ${what}`} className="min-w-[94px]">
      <Icon size={14} aria-hidden className={isCopied ? 'text-good' : undefined} />
      {isCopied ? 'Copiado' : 'Copiar'}
    </Button>
  );
}

/** The clipboard API exists only on https and localhost; a product on a plain http host still has the old command. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  const focused = document.activeElement;
  document.body.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isDone) throw new Error('the browser refused');
}
