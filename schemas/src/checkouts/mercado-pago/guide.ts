import { type CheckoutGuide, COPY_ADDRESS, COPY_SECRET, COPY_TOKEN } from '../guide.ts';

export const guide: CheckoutGuide = {
  secret: 'A assinatura secreta, que o Mercado Pago mostra em Suas integrações, na aplicação, em Webhooks.',
  token: 'O Access Token de produção (APP_USR-…), em Suas integrações, na aplicação, em Credenciais de produção.',
  steps: [
    COPY_ADDRESS,
    'No Mercado Pago Developers, abra Suas integrações, escolha a aplicação e clique em Webhooks, Configurar notificações.',
    'Cole o endereço em “URL modo produção”, marque o evento Pagamentos e salve.',
    COPY_TOKEN,
    COPY_SECRET,
    'Ao criar o pagamento ou a preferência, ponha o click id em external_reference ou em metadata.click_id: sem ele a venda entra sem click.',
    'Use “Simular notificação” e confira na tela Webhook, em Entregas recebidas: o pagamento simulado não existe na conta, e o motivo deve dizer isso. Se disser que o token foi recusado, grave-o de novo.',
  ],
  amount: 'o valor do pagamento (transaction_amount), sem frete e sem os juros que o comprador paga pelas parcelas.',
};
