import { Download } from 'lucide-react';
import { saveFile } from '../../data/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

/** Shown once: the server keeps their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-[13px] text-warn">
        Guarde estes códigos em lugar seguro: eles não serão mostrados de novo. Sem o celular, cada um vale para um
        único acesso.
      </p>
      <ul
        aria-label="Códigos de recuperação"
        className="figure grid gap-1.5 rounded-lg border border-line bg-sunken p-3 font-mono text-[13px] text-soft-ink"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={text} what="códigos de recuperação" />
        <Button
          look="outline"
          size="small"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'codigos-de-recuperacao.txt')}
        >
          <Download size={14} aria-hidden /> Baixar
        </Button>
        <Button size="small" onClick={onDone}>
          Guardei os códigos
        </Button>
      </div>
    </div>
  );
}
