import { POSTBACKS_MAX, type Postback } from '@tracker/schemas/contracts/send-back.contract';
import type { TimeZone } from '@tracker/schemas/primitives/time';
import { Pencil, Play, Plus, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FetchedCard } from '../../data/fetched-card.tsx';
import { MadeByNote } from '../../data/made-by.tsx';
import { SendResults } from '../../data/send-results.tsx';
import { useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/message.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PostbackDialog, RemovePostbackDialog } from './postback-dialogs.tsx';
import { usePostbacks } from './postback-queries.ts';
import { PostbackTestDialog } from './postback-test-dialog.tsx';

type Opened =
  | { readonly dialog: 'edit' | 'remove' | 'test'; readonly postback: Postback }
  | { readonly dialog: 'create' };

/** Postback addresses that receive each approved conversion. */
export function PostbacksCard() {
  const query = usePostbacks();
  const { timeZone } = useSession().tenant;
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const createButton = (
    <Button
      look="outline"
      size="small"
      disabled={(query.data?.length ?? 0) >= POSTBACKS_MAX}
      onClick={() => setOpened({ dialog: 'create' })}
    >
      <Plus size={15} aria-hidden /> Novo postback
    </Button>
  );
  const postback = opened && 'postback' in opened ? opened.postback : undefined;
  return (
    <div id="postbacks" className="scroll-mt-20">
      <FetchedCard
        title="Postbacks"
        note="Cada venda aprovada chama estes endereços uma vez: de outras plataformas de anúncio, afiliados ou automações."
        query={query}
        loading={<Skeleton className="mx-4 mb-4 h-24 sm:mx-5" />}
        actions={query.data && query.data.length > 0 && createButton}
        empty={
          <Empty
            icon={Send}
            title="Nenhum postback"
            text="Cadastre a URL de quem deve saber das vendas, com o ID do click, o valor e a transação."
          >
            {createButton}
          </Empty>
        }
      >
        {(postbacks) => (
          <ul aria-label="Postbacks" className="divide-y divide-line border-line border-t">
            {postbacks.map((one) => (
              <PostbackItem
                key={one.id}
                postback={one}
                timeZone={timeZone}
                onOpen={(dialog) => setOpened({ dialog, postback: one })}
              />
            ))}
          </ul>
        )}
      </FetchedCard>
      <PostbackDialog
        isOpen={opened?.dialog === 'create' || opened?.dialog === 'edit'}
        postback={postback}
        onClose={close}
      />
      <RemovePostbackDialog postback={opened?.dialog === 'remove' ? postback : undefined} onClose={close} />
      <PostbackTestDialog postback={opened?.dialog === 'test' ? postback : undefined} onClose={close} />
    </div>
  );
}

interface PostbackItemProps {
  postback: Postback;
  timeZone: TimeZone;
  onOpen: (dialog: 'edit' | 'remove' | 'test') => void;
}

const PostbackItem = ({ postback: { name, url, enabled, madeBy, results }, timeZone, onOpen }: PostbackItemProps) => (
  <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
    <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 break-words font-medium">{name}</span>
        <Badge look={enabled ? 'good' : 'secondary'}>{enabled ? 'Ligado' : 'Desligado'}</Badge>
      </span>
      <code className="break-all text-soft-ink text-xs">{url}</code>
      <MadeByNote verb="Criado" by={madeBy} />
      <SendResults results={results} timeZone={timeZone} />
    </div>
    <div className="flex flex-wrap gap-2">
      <Button look="outline" size="small" aria-label={`Testar ${name}`} onClick={() => onOpen('test')}>
        <Play size={14} aria-hidden /> Testar
      </Button>
      <Button look="outline" size="small" aria-label={`Editar ${name}`} onClick={() => onOpen('edit')}>
        <Pencil size={14} aria-hidden /> Editar
      </Button>
      <Button look="ghost" size="small-icon" aria-label={`Remover ${name}`} onClick={() => onOpen('remove')}>
        <Trash2 size={15} aria-hidden />
      </Button>
    </div>
  </li>
);
