import type { Conversion } from '@tracker/schemas/contracts/conversion-logs.contract';

interface Order extends Pick<Conversion, 'productName' | 'paymentMethod'> {
  readonly firstName: string | null;
  readonly seller: string;
}

/** A chat with this phone (digits with the country's code) and a text to start from, which the person may change before it is sent. */
export const whatsappUrl = (phone: string, order: Order): string =>
  `https://wa.me/${phone}?text=${encodeURIComponent(messageOf(order))}`;

function messageOf({ firstName, seller, productName, paymentMethod }: Order): string {
  const hello = firstName === null ? 'Olá!' : `Olá, ${firstName}!`;
  const order = productName === null ? 'Seu pedido' : `Seu pedido de “${productName}”`;
  return `${hello} Aqui é da ${seller}. ${order} ${stateOf(paymentMethod)}. Posso ajudar com alguma dúvida?`;
}

function stateOf(method: Conversion['paymentMethod']): string {
  if (method === 'pix') return 'está reservado e aguarda o pagamento do Pix';
  if (method === 'boleto') return 'está reservado e aguarda o pagamento do boleto';
  return 'ainda aguarda a confirmação do pagamento';
}
