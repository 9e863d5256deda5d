import { type ChangeEvent, type KeyboardEvent, useState } from 'react';
import { failureToast } from '../../data/failure-toast.ts';
import { formatCount, formatMoney, NO_FIGURE } from '../../format/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast-store.ts';
import { usePhone } from '../../ui/use-phone.ts';
import type { AccountRow } from './account-rows.ts';
import { effectText } from './account-texts.ts';
import { OriginBadge } from './origin-badge.tsx';
import { usePlatform } from './platform.ts';
import { FAILURES, SPEND_DAYS, useSpendOfCampaigns, useUnlink } from './queries.ts';

interface AccountCampaignTableProps {
  rows: readonly AccountRow[];
  /** Ids; also of rows that a filter hides. */
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

/** As many rows as are drawn at once: more are found by the filters, or by the button below. */
const ROWS_AT_FIRST = 50;
const BOX = 'size-4 shrink-0 cursor-pointer accent-(--accent)';

/** Rows are chosen by Space, in a row with Shift, and the arrow keys go from one to the next: Tab leaves the list. */
export function AccountCampaignTable({ rows, selected, onSelect }: AccountCampaignTableProps) {
  const isPhone = usePhone();
  const [shown, setShown] = useState(ROWS_AT_FIRST);
  /** The row that Tab comes to, and where a choice with Shift begins. */
  const [current, setCurrent] = useState('');
  const visible = rows.slice(0, shown);
  const ids = visible.map(({ campaign }) => campaign.id);
  const stop = ids.includes(current) ? current : ids[0];
  const spendOf = useSpendOfCampaigns();
  const chosen = rows.filter(({ campaign }) => selected.has(campaign.id)).length;

  const choose = (some: readonly string[], isChosen: boolean) => {
    const next = new Set(selected);
    for (const id of some) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    onSelect(next);
  };
  const between = (from: string | undefined, to: string): string[] => {
    const ends = [ids.indexOf(from ?? to), ids.indexOf(to)].sort((a, b) => a - b);
    return ids.slice(Math.max(0, ends[0] ?? 0), (ends[1] ?? 0) + 1);
  };
  const change = (id: string) => (event: ChangeEvent<HTMLInputElement>) => {
    const { nativeEvent } = event;
    const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true;
    choose(isRange ? between(stop, id) : [id], event.target.checked);
    setCurrent(id);
  };
  const steer = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const id = ids[ids.indexOf(event.target.value) + step];
    if (id === undefined) return;
    if (event.shiftKey) choose([event.target.value, id], true);
    setCurrent(id);
    event.currentTarget.querySelector<HTMLInputElement>(`input[value="${CSS.escape(id)}"]`)?.focus();
  };
  return (
    <>
      <Table label="Campanhas da conta" isLong>
        <thead>
          <tr>
            <HeadCell className="w-10">
              <input
                type="checkbox"
                aria-label={`Selecionar todas as ${formatCount(rows.length)}`}
                className={BOX}
                checked={chosen === rows.length}
                ref={(box) => {
                  if (box) box.indeterminate = chosen > 0 && chosen < rows.length;
                }}
                onChange={(event) =>
                  choose(
                    rows.map(({ campaign }) => campaign.id),
                    event.target.checked,
                  )
                }
              />
            </HeadCell>
            <HeadCell>Campanha</HeadCell>
            {!isPhone && <HeadCell>Status</HeadCell>}
            {!isPhone && <HeadCell>Conectada a</HeadCell>}
            {!isPhone && <HeadCell numeric>Gasto em {SPEND_DAYS} dias</HeadCell>}
          </tr>
        </thead>
        <tbody onKeyDown={steer}>
          {visible.map((row) => (
            <CampaignRow
              key={row.campaign.id}
              row={row}
              // What is not linked brings no spend.
              spend={row.link ? formatMoney(spendOf(row.link) ?? null) : NO_FIGURE}
              isChosen={selected.has(row.campaign.id)}
              isStop={row.campaign.id === stop}
              onChange={change(row.campaign.id)}
            />
          ))}
        </tbody>
      </Table>
      <div className="flex min-h-[49px] flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-2 text-muted text-xs sm:px-5">
        <span className="figure">
          Mostrando {formatCount(visible.length)} de {formatCount(rows.length)}
        </span>
        {visible.length < rows.length && (
          <Button look="outline" size="small" onClick={() => setShown(shown + 4 * ROWS_AT_FIRST)}>
            Mostrar mais
          </Button>
        )}
      </div>
    </>
  );
}

interface CampaignRowProps {
  row: AccountRow;
  spend: string;
  isChosen: boolean;
  isStop: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

function CampaignRow({ row: { campaign, link, target }, spend, isChosen, isStop, onChange }: CampaignRowProps) {
  const isPhone = usePhone();
  const platform = usePlatform();
  const status = effectText(platform, campaign.status);
  const goesTo = link && (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0 truncate" title={target}>
        {target}
      </span>
      <OriginBadge origin={link.origin} />
      {link.origin === 'clicks' && (
        <Undo campaignId={link.campaignId} platformCampaignId={campaign.id} name={campaign.name} />
      )}
    </span>
  );
  return (
    <Row>
      <Cell className="w-10">
        {/* A target for a thumb. */}
        <label className="tap -m-2 grid place-items-center p-2">
          <input
            type="checkbox"
            value={campaign.id}
            aria-label={campaign.name || campaign.id}
            className={BOX}
            tabIndex={isStop ? 0 : -1}
            checked={isChosen}
            onChange={onChange}
          />
        </label>
      </Cell>
      <Cell className="max-w-0 sm:w-1/2">
        <span className="block truncate" title={campaign.name}>
          {campaign.name || campaign.id}
        </span>
        <span className="figure block truncate text-muted text-xs">
          {isPhone && `${status} · `}
          {campaign.id}
        </span>
        {isPhone && (
          <span className="block text-[13px] text-soft-ink">
            {goesTo ?? 'sem conexão'}
            {link && (
              <span className="figure block">
                {spend} em {SPEND_DAYS} dias
              </span>
            )}
          </span>
        )}
      </Cell>
      {!isPhone && <Cell className="whitespace-nowrap text-soft-ink">{status}</Cell>}
      {!isPhone && <Cell className="max-w-0">{goesTo ?? <span className="text-muted">–</span>}</Cell>}
      {!isPhone && <Cell numeric>{spend}</Cell>}
    </Row>
  );
}

/** Of a link that no one chose: without a question, since it takes no decision of a person away. */
function Undo({ name, ...params }: { campaignId: string; platformCampaignId: string; name: string }) {
  const unlink = useUnlink({
    onSuccess: () => toast({ title: 'Conexão desfeita', description: 'Os clicks não conectam esta campanha de novo.' }),
    onError: (error) => failureToast('Erro', error, FAILURES.unlink),
  });
  return (
    <Button
      look="ghost"
      size="small"
      className="h-6 px-1.5 text-xs"
      aria-label={`Desfazer a conexão de ${name || params.platformCampaignId}`}
      disabled={unlink.isPending}
      onClick={() => unlink.mutate(params)}
    >
      Desfazer
    </Button>
  );
}
