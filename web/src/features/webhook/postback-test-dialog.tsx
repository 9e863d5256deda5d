import type { Postback, PostbackTest } from '@tracker/schemas/contracts/send-back.contract';
import { sentenceOf } from '../../data/failure-toast.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { useTestPostback } from './postback-queries.ts';

/** Calls the address once with sample values, on request. */
export const PostbackTestDialog = ({ postback, onClose }: { postback: Postback | undefined; onClose: () => void }) => (
  <Dialog
    isOpen={postback !== undefined}
    onOpenChange={(open) => !open && onClose()}
    title="Testar postback"
    description="A URL é chamada agora, uma vez, com uma venda inventada."
  >
    {postback && <Test postback={postback} />}
  </Dialog>
);

function Test({ postback }: { postback: Postback }) {
  const test = useTestPostback();
  return (
    <div className="flex flex-col gap-4">
      <code className="break-all text-soft-ink text-xs">{test.data?.url ?? postback.url}</code>
      {test.data && <Parts parts={test.data.parts} />}
      <div role="status" className="min-h-6 text-sm">
        {test.data && <Answer answer={test.data} />}
        {test.isError && <p className="text-bad">{sentenceOf(test.error, 'Não foi possível testar o postback.')}</p>}
      </div>
      <div className="flex justify-end gap-2">
        <DialogClose asChild>
          <Button look="outline">Fechar</Button>
        </DialogClose>
        <Button disabled={test.isPending} onClick={() => test.mutate(postback.id)}>
          {test.isPending ? 'Chamando...' : test.data ? 'Chamar de novo' : 'Chamar agora'}
        </Button>
      </div>
    </div>
  );
}

const Parts = ({ parts }: Pick<PostbackTest, 'parts'>) => (
  <Table label="Escrito e enviado">
    <thead>
      <tr>
        <HeadCell>Parte</HeadCell>
        <HeadCell>Escrito</HeadCell>
        <HeadCell>Enviado</HeadCell>
      </tr>
    </thead>
    <tbody>
      {parts.map(({ name, written, sent }, at) => (
        <Row key={`${at} ${name}`}>
          <Cell className="break-all text-xs">{name}</Cell>
          <Cell className="break-all text-xs">
            <code>{written}</code>
          </Cell>
          <Cell className="break-all text-xs">
            <code>{sent}</code>
          </Cell>
        </Row>
      ))}
    </tbody>
  </Table>
);

const Answer = ({ answer: { success, message, status, durationMs } }: { answer: PostbackTest }) => (
  <p className="flex flex-wrap items-center gap-2">
    <Badge look={success ? 'good' : 'destructive'}>{status ?? 'Sem resposta'}</Badge>
    <span>{message}</span>
    <span className="figure text-muted text-xs">{durationMs} ms</span>
  </p>
);
