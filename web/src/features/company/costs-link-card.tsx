import { ArrowRight } from 'lucide-react';
import { Card, CardHeader } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** Costs have a screen of their own, which editors and viewers may read. */
export const CostsLinkCard = () => (
  <Card aria-labelledby="custos">
    <CardHeader id="custos" title="Custos" note="Impostos, taxas, produtos e despesas que o lucro líquido desconta." />
    <div className="px-4 pb-4 sm:px-5">
      <LinkButton to="/settings/costs">
        Ver e mudar custos <ArrowRight size={15} aria-hidden />
      </LinkButton>{' '}
      <LinkButton to="/settings/products">
        Produtos <ArrowRight size={15} aria-hidden />
      </LinkButton>
    </div>
  </Card>
);
