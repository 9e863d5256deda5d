import { checkoutLabel } from '@tracker/schemas/texts/conversions';

const MASCULINE: ReadonlySet<string> = new Set(['asaas', 'guru', 'mercado-pago', 'pagarme', 'woocommerce']);
/** What people send from systems of their own. */
const OWN: ReadonlySet<string> = new Set(['own-checkout', 'generic', 'orders']);

/** Half a tick: 'Aguardando a Kiwify'. */
export default function TestedText({ checkout }: { checkout: string }) {
  const name = OWN.has(checkout)
    ? 'o seu sistema'
    : `${MASCULINE.has(checkout) ? 'o' : 'a'} ${checkoutLabel(checkout)}`;
  return `Testado por você. Aguardando ${name}`;
}
