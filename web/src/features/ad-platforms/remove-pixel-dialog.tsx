import { failureToast } from '../../data/failure-toast.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useRemovePixel } from './pixel-queries.ts';
import { usePlatform } from './platform.ts';

interface RemovePixelDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function RemovePixelDialog({ isOpen, onOpenChange }: RemovePixelDialogProps) {
  const remove = useRemovePixel();
  const { name } = usePlatform();
  const run = () =>
    remove.mutate(undefined, {
      onError: (error) => failureToast('Erro ao remover', error, 'Não foi possível remover o pixel.'),
      onSuccess: () => {
        toast({ title: 'Pixel removido' });
        onOpenChange(false);
      },
    });
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Remover pixel"
      description={`O token e o histórico dos envios são apagados, e nenhuma venda é mais enviada ao ${name}.`}
    >
      <div className="flex justify-end gap-2">
        <DialogClose asChild>
          <Button look="outline">Cancelar</Button>
        </DialogClose>
        <Button look="destructive" disabled={remove.isPending} onClick={run}>
          {remove.isPending ? 'Removendo...' : 'Remover'}
        </Button>
      </div>
    </Dialog>
  );
}
