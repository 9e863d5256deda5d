import { Link } from '@tanstack/react-router';
import type { Product } from '@tracker/schemas/contracts/products.contract';
import { hasRole } from '@tracker/schemas/roles';
import { checkoutLabel } from '@tracker/schemas/texts/conversions';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { QueryView } from '../../data/query-view.tsx';
import { useToday } from '../../date-range/use-today.ts';
import { formatCounted, formatRatio } from '../../format/figures.ts';
import { formatPrice } from '../../format/rates.ts';
import { useSession } from '../../session/session.ts';
import { PageHeader } from '../../shell/page-header.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast-store.ts';
import { UndoNotice } from '../../ui/undo-notice.tsx';
import { ProductForm } from './product-form.tsx';
import {
  type SoldProduct,
  useChangeProduct,
  useCreateProduct,
  useProductCosts,
  useProducts,
  useRemoveProduct,
  useSoldProducts,
} from './queries.ts';

/** Which ids of checkouts are one product, with its price, targets and guarantee. Editors change it, viewers read it. */
export default function ProductsScreen() {
  const canChange = hasRole(useSession().user.role, 'editor');
  const query = useProducts();
  const today = useToday();
  const sold = useSoldProducts(today, query.data ?? []);
  const costs = useProductCosts(today);
  const [edited, setEdited] = useState<{ readonly product: Product | undefined }>();
  const [removing, setRemoving] = useState<Product>();
  /** What was changed or removed last, as it was before. */
  const [undone, setUndone] = useState<Undone>();
  return (
    <>
      <PageHeader
        title="Produtos"
        note="O mesmo produto em vários checkouts vira um só nos números. As vendas ficam como chegaram."
      >
        {canChange && (
          <Button size="small" onClick={() => setEdited({ product: undefined })}>
            <Plus size={16} aria-hidden /> Adicionar produto
          </Button>
        )}
      </PageHeader>
      {undone && <Undo key={undone.product.id} {...undone} onDone={() => setUndone(undefined)} />}
      <QueryView query={query} frame={Card} loading={<SkeletonRows />}>
        {(products) => (
          <Card aria-labelledby="catalogo" className="min-w-0">
            <CardHeader id="catalogo" title="Catálogo" note={noteOf(products, sold)} />
            {products.length === 0 ? (
              <p className="border-line border-t px-4 py-3.5 text-[13px] text-muted sm:px-5">
                O catálogo está vazio: cada ID de checkout é um produto nos números.
              </p>
            ) : (
              <ul aria-label="Produtos">
                {products.map((product) => (
                  <ProductRow
                    key={product.id}
                    product={product}
                    cost={costs(product)}
                    {...(canChange && { onEdit: () => setEdited({ product }), onRemove: () => setRemoving(product) })}
                  />
                ))}
              </ul>
            )}
          </Card>
        )}
      </QueryView>
      <p className="mt-3 px-1 text-[13px] text-muted">
        O custo de cada produto está em{' '}
        <Link to="/settings/costs" className="font-medium text-accent underline underline-offset-2">
          Custos
        </Link>
        {canChange ? '.' : '. Só editores e administradores mudam os produtos.'}
      </p>
      <Dialog
        isOpen={edited !== undefined}
        onOpenChange={(isOpen) => !isOpen && setEdited(undefined)}
        title={edited?.product ? 'Editar produto' : 'Adicionar produto'}
        description="Os IDs incluídos passam a contar como este produto em todos os dias."
      >
        {edited && (
          <ProductForm
            product={edited.product}
            sold={sold ?? []}
            onDone={(before) => {
              setEdited(undefined);
              if (before) setUndone({ product: before, isRemoved: false });
            }}
          />
        )}
      </Dialog>
      <RemoveProduct
        product={removing}
        onClose={() => setRemoving(undefined)}
        onRemoved={(product) => {
          setRemoving(undefined);
          setUndone({ product, isRemoved: true });
        }}
      />
    </>
  );
}

/** What the catalogue lacks. */
function noteOf(products: readonly Product[], sold: readonly SoldProduct[] | undefined): string {
  if (!sold) return '…';
  if (sold.length > 0) {
    return `${formatCounted(sold.length, 'produto vendido', 'produtos vendidos')} nos últimos 90 dias ainda fora do catálogo.`;
  }
  return products.length > 0
    ? 'Todo produto vendido nos últimos 90 dias está aqui.'
    : 'Nenhum produto vendido nos últimos 90 dias.';
}

interface ProductRowProps {
  product: Product;
  /** Of a sale, today; of its ids, where they differ. */
  cost: readonly string[];
  onEdit?: () => void;
  onRemove?: () => void;
}

function ProductRow({ product, cost, onEdit, onRemove }: ProductRowProps) {
  const { name, price, targetCpa, targetRoas, guaranteeDays, aliases } = product;
  const facts = [
    price !== null && `Preço ${formatPrice(price)}`,
    cost.length > 0 && `custo ${cost.map(formatPrice).join(' ou ')}`,
    targetCpa !== null && `meta de CPA ${formatPrice(targetCpa)}`,
    targetRoas !== null && `meta de ROAS ${formatRatio(targetRoas)}`,
    guaranteeDays !== null && `garantia de ${formatCounted(guaranteeDays, 'dia', 'dias')}`,
  ].filter((fact) => fact !== false);
  return (
    <li className="flex items-center gap-3 border-line border-t px-4 py-2.5 sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0 break-words font-semibold">{name}</span>
          <Badge look={aliases.length > 1 ? 'default' : 'gray'}>{formatCounted(aliases.length, 'ID', 'IDs')}</Badge>
        </p>
        {facts.length > 0 && <p className="figure break-words text-[13px] text-soft-ink">{facts.join(' · ')}</p>}
        <p className="break-all text-[13px] text-muted">
          {aliases.map(({ checkout, productId }) => `${checkoutLabel(checkout)} ${productId}`).join(', ') ||
            'Sem ID: nenhuma venda conta aqui.'}
        </p>
      </div>
      {onEdit && onRemove && (
        <div className="flex shrink-0">
          <Button look="ghost" size="icon" aria-label={`Editar ${name}`} onClick={onEdit}>
            <Pencil size={15} aria-hidden />
          </Button>
          <Button look="ghost" size="icon" aria-label={`Remover ${name}`} onClick={onRemove}>
            <Trash2 size={15} aria-hidden />
          </Button>
        </div>
      )}
    </li>
  );
}

interface RemoveProductProps {
  product: Product | undefined;
  onClose: () => void;
  onRemoved: (product: Product) => void;
}

function RemoveProduct({ product, onClose, onRemoved }: RemoveProductProps) {
  const remove = useRemoveProduct();
  const confirm = () => {
    if (!product || remove.isPending) return;
    remove.mutate(product.id, {
      onSuccess: () => onRemoved(product),
      onError: (error) => failureToast('Erro ao remover produto', error, 'Nada foi removido. Tente de novo.'),
    });
  };
  return (
    <ConfirmDialog
      isOpen={product !== undefined}
      onClose={onClose}
      title="Remover produto"
      label="Remover"
      pendingLabel="Removendo..."
      isPending={remove.isPending}
      onConfirm={confirm}
    >
      <p className="font-medium">{product?.name}</p>
      <p>Seus IDs voltam a ser produtos separados nos números. Nenhuma venda muda.</p>
    </ConfirmDialog>
  );
}

interface Undone {
  product: Product;
  isRemoved: boolean;
}

/** Until it is undone, another one is changed or removed, or the screen is left. */
function Undo({ product, isRemoved, onDone }: Undone & { onDone: () => void }) {
  const create = useCreateProduct();
  const edit = useChangeProduct();
  const isPending = create.isPending || edit.isPending;
  const undo = () => {
    if (isPending) return;
    const { id, aliases, ...same } = product;
    const body = { ...same, aliases: aliases.map(({ checkout, productId }) => ({ checkout, productId })) };
    const answer = {
      onSuccess: () => {
        toast({ title: isRemoved ? 'Produto de volta' : 'Mudança desfeita' });
        onDone();
      },
      onError: (error: Error) => failureToast('Erro ao desfazer', error, 'Nada foi desfeito. Tente de novo.'),
    };
    if (isRemoved) create.mutate(body, answer);
    else edit.mutate({ id, change: body }, answer);
  };
  return (
    <UndoNotice isPending={isPending} onUndo={undo}>
      Produto {isRemoved ? 'removido' : 'mudado'}: {product.name}.
    </UndoNotice>
  );
}

const SkeletonRows = () => (
  <Card className="p-5">
    <Skeleton className="h-5 w-1/3" />
    <Skeleton className="mt-4 h-12" />
    <Skeleton className="mt-3 h-12" />
  </Card>
);
