import { useMutation } from '@tanstack/react-query';
import { LINK_LENGTH_MAX, type ReadLink, readLink } from '@tracker/schemas/contracts/integration.contract';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { call } from '../data/call.ts';
import { sentenceOf } from '../data/failure-toast.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';

type ReadField = keyof Omit<ReadLink['reads'], 'cmpid'>;

const LABELS: readonly (readonly [field: ReadField, label: string])[] = [
  ['campaign', 'Campanha na plataforma'],
  ['adset', 'Conjunto de anúncios'],
  ['ad', 'Anúncio'],
  ['placement', 'Posicionamento'],
  ['source', 'Fonte'],
  ['channel', 'Canal'],
];

const VERDICTS: Readonly<Record<ReadLink['template'], string>> = {
  own: 'O link já tem os parâmetros que o tracker lê. Nada precisa mudar no anúncio.',
  utmify: 'Parâmetros da UTMify: são lidos como estão. Nada precisa mudar no anúncio.',
  utm: 'O link tem utm comuns, sem os IDs do anúncio. A venda chega à fonte; para chegar ao anúncio, cole os parâmetros abaixo.',
  none: 'O link não diz de qual anúncio veio. Cole os parâmetros abaixo no anúncio.',
};

/** For people who come from another tracker: what is read from the ads that they have, field by field. */
export function LinkReader({ onRead }: { onRead?: (reading: ReadLink) => void }) {
  const [link, setLink] = useState('');
  const reading = useMutation({
    mutationFn: (url: string) => call(readLink, { body: { url } }),
    ...(onRead && { onSuccess: onRead }),
  });
  const error = reading.isError ? sentenceOf(reading.error, 'O link não pôde ser lido.') : undefined;
  return (
    <details className="group">
      <summary className="cursor-pointer py-1 font-medium text-accent underline underline-offset-2">
        Vim da UTMify, Nemu, xTracky ou RedTrack
      </summary>
      <form
        className="mt-2 flex flex-wrap items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (link.trim() !== '') reading.mutate(link);
        }}
      >
        <TextField
          label="Link de um anúncio"
          hint="A URL que o anúncio abre, ou só os parâmetros de URL dele. Nada é gravado."
          error={error}
          className="min-w-56 flex-1"
          value={link}
          maxLength={LINK_LENGTH_MAX}
          spellCheck={false}
          placeholder="https://www.sualoja.com.br/oferta?utm_source=FB&utm_campaign=…"
          onChange={(event) => setLink(event.target.value)}
        />
        <Button type="submit" look="outline" className="mt-[26px]" disabled={link.trim() === '' || reading.isPending}>
          {reading.isPending ? 'Lendo...' : 'Ler link'}
        </Button>
      </form>
      <div role="status">{reading.data && <Reading reading={reading.data} />}</div>
    </details>
  );
}

const Reading = ({ reading: { reads, template, trackedCampaign } }: { reading: ReadLink }) => (
  <div className="mt-3 rounded-lg border border-line px-4 py-3">
    <p className="font-medium">{VERDICTS[template]}</p>
    <dl className="mt-2 flex flex-col gap-1">
      {LABELS.map(([field, label]) => (
        <Line key={field} label={label} value={textOf(reads[field])} />
      ))}
    </dl>
    <p className="mt-2 text-[13px] text-muted">
      {trackedCampaign
        ? `Os clicks contam para a campanha ${trackedCampaign.name}, que o link nomeia em cmpid.`
        : 'Os clicks contam para a campanha da tag do script.'}
      {reads.cmpid !== null &&
        !trackedCampaign &&
        ` A empresa não tem a campanha ${reads.cmpid}, que o link nomeia em cmpid.`}
    </p>
  </div>
);

const Line = ({ label, value }: { label: string; value: ReactNode }) => (
  <div className="flex min-w-0 items-baseline gap-2">
    {value === null ? (
      <CircleAlert size={16} aria-hidden className="shrink-0 self-center text-warn" />
    ) : (
      <CircleCheck size={16} aria-hidden className="shrink-0 self-center text-good" />
    )}
    <dt className="shrink-0 text-soft-ink">{label}</dt>
    <dd className={value === null ? 'text-muted' : 'min-w-0 break-words font-medium'}>{value ?? 'o link não diz'}</dd>
  </div>
);

/** 'Vídeo 3 (122)'; null for nothing. */
function textOf(read: ReadLink['reads'][ReadField]): string | null {
  if (read === null || typeof read === 'string') return read;
  return read.name !== null && read.id !== null ? `${read.name} (${read.id})` : (read.name ?? read.id);
}
