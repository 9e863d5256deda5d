import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, SEND_TEST } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'A chave secreta do webhook, que a Yampi mostra ao criá-lo. Com ela a Yampi assina cada entrega.',
  steps: [
    COPY_ADDRESS,
    'Na Yampi, abra Configurações, Webhooks e clique em “Novo webhook”.',
    'Cole o endereço e marque: pedido criado, pedido aprovado, status do pedido atualizado e pagamento recusado.',
    'Nos links para o checkout, acrescente metadata[click_id]={clickid}: o script põe o click no lugar de {clickid}, e a Yampi o devolve.',
    COPY_SECRET,
    'Conta o total do pedido com frete e desconto, sem os juros do parcelamento (value_tax).',
    SEND_TEST,
  ],
};
