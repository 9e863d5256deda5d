import type { ApiKeyScope } from '@tracker/schemas/api-key-scopes';

export const SCOPES: Readonly<Record<ApiKeyScope, { label: string; title: string; text: string }>> = {
  read: {
    label: 'Leitura',
    title: 'Ler os números',
    text: 'Consulta tudo o que um Viewer vê, com endereços IP truncados.',
  },
  capture: {
    label: 'Envio',
    title: 'Enviar conversões e leads',
    text: 'Registra vendas e leads em nome da empresa. Não lê nada.',
  },
  spend: {
    label: 'Gastos',
    title: 'Lançar gastos',
    text: 'Informa o gasto de cada dia, campanha e fonte. Não lê nada.',
  },
};
