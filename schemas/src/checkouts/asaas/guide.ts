import { type CheckoutGuide, COPY_ADDRESS, MAKE_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'O token de autenticação do webhook, que se define ao criá-lo. O Asaas o envia em asaas-access-token.',
  steps: [
    COPY_ADDRESS,
    'No Asaas, abra Integrações, Webhooks e clique em “Adicionar”.',
    'Cole o endereço e marque os eventos de cobranças.',
    'Ao criar a cobrança, ponha o click id em externalReference: sem ele a venda entra sem click.',
    MAKE_SECRET,
    'Conta o valor original de cada cobrança, sem juros e multa por atraso. Cada parcela é uma cobrança e uma conversão.',
    SEND_TEST,
  ],
};
