import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { CodeMissing } from '../data/load-code.ts';
import { reloadPage } from '../data/reload.ts';
import { Failure } from '../ui/message.tsx';

/** In place of a screen whose code failed or did not arrive. */
export function ScreenError({ error }: Pick<ErrorComponentProps, 'error'>) {
  const isMissing = error instanceof CodeMissing;
  useEffect(() => {
    if (!isMissing) return;
    // The browser remembers that a file did not come: only another page asks for it again.
    window.addEventListener('online', reloadPage);
    return () => window.removeEventListener('online', reloadPage);
  }, [isMissing]);
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <Failure
        title="Esta tela não abriu."
        detail={
          isMissing
            ? 'Sem conexão com o servidor. As outras telas continuam onde estavam; esta abre quando a conexão voltar.'
            : 'Recarregue a página. Se continuar assim, fale com o suporte.'
        }
        onRetry={() => void reloadPage()}
      />
    </div>
  );
}
