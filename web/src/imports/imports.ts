import { useMutation, useQuery } from '@tanstack/react-query';
import {
  type ConversionImport,
  listConversionImports,
  undoConversionImport,
} from '@tracker/schemas/contracts/conversion-imports.contract';
import { FIGURES, useAskAgain } from '../data/ask-again.ts';
import { call } from '../data/call.ts';
import { failureToast } from '../data/failure-toast.ts';
import { contractQuery } from '../data/query-client.ts';
import { toast } from '../ui/toast-store.ts';

export const FORMATS: Readonly<Record<ConversionImport['format'], string>> = {
  hotmart: 'Relatório da Hotmart',
  kiwify: 'Relatório da Kiwify',
  shopify: 'Relatório da Shopify',
  woocommerce: 'Relatório da WooCommerce',
  nuvemshop: 'Relatório da Nuvemshop',
  export: 'Arquivo de vendas do Traffic Tracker',
  generic: 'CSV',
};

export const useImports = () => useQuery(contractQuery(listConversionImports, {}));

/** What an import changes: lists of conversions and of imports, and all figures. */
export const useAskAfterImport = () => useAskAgain('/api/conversions', FIGURES);

export function useUndoImport(onUndone: () => void) {
  const refresh = useAskAfterImport();
  return useMutation({
    mutationFn: (importId: string) => call(undoConversionImport, { params: { importId } }),
    onSuccess: async () => {
      toast({ title: 'Importação desfeita', description: 'As vendas deste arquivo saíram dos números.' });
      onUndone();
      await refresh();
    },
    onError: (error) => failureToast('Erro ao desfazer', error, 'Nada foi desfeito. Tente de novo.'),
  });
}
