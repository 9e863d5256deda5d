import { Card, CardHeader } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { InstallGuides } from './install-guides.tsx';

/** The features of the script on a page. */
const PAGE_API = `TrafficTracker.getClickId();          // ID do clique atribuído, ou ''
TrafficTracker.decorate();            // de novo, depois de criar links de checkout
TrafficTracker.trackConversion({ transaction_id: 'TESTE-1', amount: '97.90', currency: 'BRL' });
TrafficTracker.consent(false);        // apaga cookies e não envia nada até consent(true)`;

export const Installation = () => (
  <Card id="instalacao" className="scroll-mt-20">
    <CardHeader title="Instruções de instalação" note="O código é o mesmo em todo lugar; muda onde ele entra." />
    <div className="px-4 pb-5 sm:px-5">
      <InstallGuides />
      <h3 className="mt-5 mb-1 font-medium text-sm">Na própria página</h3>
      <p className="mb-2 text-[13px] text-muted">
        Para banners de consentimento, formulários e vendas sem checkout. Com uma política de segurança (CSP), libere o
        endereço do script em <code>script-src</code> e <code>connect-src</code>.
      </p>
      <CodeBlock code={PAGE_API} what="chamadas da página" />
    </div>
  </Card>
);
