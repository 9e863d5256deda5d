import { formatCount } from '../format/figures.ts';
import { Button } from '../ui/button.tsx';
import type { Pages } from './use-pages.ts';

/** The footer of a paged list: how much of it is shown, and the next page. The rows of another filter are no part of this one's total. */
export const ListFooter = ({ pages: { query, items, total } }: { pages: Pages }) => (
  <div className="flex min-h-[49px] flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-2 text-muted text-xs sm:px-5">
    <span role="status" className="figure">
      Mostrando {formatCount(items.length)}
      {total !== undefined && !query.isPlaceholderData && ` de ${formatCount(total)}`}
    </span>
    {query.hasNextPage && (
      <Button look="outline" size="small" disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        {query.isFetchingNextPage ? 'Carregando...' : 'Carregar mais'}
      </Button>
    )}
  </div>
);
