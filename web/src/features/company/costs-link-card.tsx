import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';

/** Costs have a screen of their own, which editors and viewers may read. */
export const CostsLinkCard = () => (
  <Card aria-labelledby="custos">
    <CardHeader id="custos" title="Custos" note="Impostos, taxas, produtos e despesas que o lucro líquido desconta." />
    <div className="px-4 pb-4 sm:px-5">
      <Button asChild look="outline" size="small">
        <Link to="/settings/costs">
          Ver e mudar custos <ArrowRight size={15} aria-hidden />
        </Link>
      </Button>{' '}
      <Button asChild look="outline" size="small">
        <Link to="/settings/products">
          Produtos <ArrowRight size={15} aria-hidden />
        </Link>
      </Button>
    </div>
  </Card>
);
