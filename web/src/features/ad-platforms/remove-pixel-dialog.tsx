import { MutationDialog } from '../../data/mutation-dialog.tsx';
import { useRemovePixel } from './pixel-queries.ts';
import { usePlatform } from './platform.ts';

export function RemovePixelDialog(props: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { name } = usePlatform();
  return (
    <MutationDialog
      {...props}
      title="Remover pixel"
      description={`O token e o histórico dos envios são apagados, e nenhuma venda é mais enviada ao ${name}.`}
      label="Remover"
      pendingLabel="Removendo..."
      isHarmful
      mutation={useRemovePixel()}
      done={{ title: 'Pixel removido' }}
      failure={{ title: 'Erro ao remover', description: 'Não foi possível remover o pixel.' }}
    />
  );
}
