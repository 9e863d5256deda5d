import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listProducts } from '@tracker/schemas/contracts/products.contract';
import type { ReactElement } from 'react';
import { contractQuery } from '../data/query-client.ts';
import { formatCounted } from '../format/figures.ts';

/** How many ids of checkouts a product is, with the way to the catalogue: one of several may hide what one of them does badly. */
export function ProductIds({ product }: { product: string }): ReactElement {
  const { data } = useQuery(contractQuery(listProducts, {}));
  const known = data?.find(({ id }) => id === product);
  return (
    <Link
      to="/settings/products"
      className="tap inline-flex h-6 items-center text-muted text-xs underline-offset-2 hover:text-accent-ink hover:underline"
    >
      {known ? formatCounted(known.aliases.length, 'ID', 'IDs') : data ? 'Fora do catálogo' : 'Catálogo'}
    </Link>
  );
}
