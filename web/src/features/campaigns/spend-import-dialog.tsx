import { Dialog } from '../../ui/dialog.tsx';
import { SpendImportForm } from './spend-import.tsx';

export default function SpendImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Importar gastos"
      description="De qualquer plataforma ou planilha, para todas as campanhas de uma vez."
    >
      <SpendImportForm onDone={onClose} />
    </Dialog>
  );
}
