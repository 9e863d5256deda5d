import { defineCheckout } from '../define-checkout.ts';

export const checkout = defineCheckout({
  label: 'Monetizze',
  links: { 'app.monetizze.com.br': ['sck', 'src'] },
  shortLinks: { 'mon.net.br': ['sck', 'src'] },
  authenticity: { kind: 'token', headers: [], bodyFields: ['chave_unica'] },
  secretFrom: 'checkout',
});
