// A stand-in for the Central Bank's service of rates, over HTTP.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Bulletin {
  readonly cotacaoVenda: number;
  readonly dataHoraCotacao: string;
  readonly tipoBoletim: string;
}

/** Bulletins by currency, as they are set; others have none. */
export async function startCentralBank() {
  const bulletins = new Map<string, Bulletin[]>();
  const refused = new Set<string>();
  const asked: { currency: string; from: string; to: string }[] = [];
  const unasked: { currency: string; day: string; rate: number }[] = [];
  const server = createServer((incoming, response) => {
    const url = new URL(incoming.url ?? '', 'http://bank');
    const given = (name: string) => /^'([\w-]+)'$/.exec(url.searchParams.get(name) ?? '')?.[1] ?? '';
    const [currency, from, to] = [given('@moeda'), iso(given('@dataInicial')), iso(given('@dataFinalCotacao'))];
    asked.push({ currency, from, to });
    const isCall = decodeURIComponent(url.pathname).startsWith('/odata/CotacaoMoedaPeriodo(moeda=@moeda,');
    response.setHeader('content-type', 'application/json');
    if (!isCall || from === '' || to === '' || refused.has(currency)) {
      response.statusCode = 500;
      response.end('{"codigo":500,"mensagem":"Erro desconhecido"}');
      return;
    }
    const value = (bulletins.get(currency) ?? []).filter(({ dataHoraCotacao: at }) => {
      const day = at.slice(0, 10);
      return from <= day && day <= to;
    });
    const more = unasked
      .filter((one) => one.currency === currency)
      .map(({ day, rate }) => ({
        ...{ cotacaoVenda: rate, dataHoraCotacao: `${day} 13:04:27.801`, tipoBoletim: 'Fechamento PTAX' },
      }));
    response.end(JSON.stringify({ '@odata.context': 'x', value: [...value, ...more] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/odata`,
    asked,
    refused,
    /** Answered to every question about the currency, also about other days. */
    unasked,
    /** The closing rate of a day, with bulletins before it that are none. */
    close(currency: string, day: string, rate: number) {
      const others = (bulletins.get(currency) ?? []).filter(({ dataHoraCotacao: at }) => !at.startsWith(day));
      bulletins.set(currency, [
        ...others,
        { cotacaoVenda: rate * 2, dataHoraCotacao: `${day} 10:08:18.114`, tipoBoletim: 'Abertura' },
        { cotacaoVenda: rate * 3, dataHoraCotacao: `${day} 12:03:18.2`, tipoBoletim: 'Intermediário' },
        { cotacaoVenda: rate, dataHoraCotacao: `${day} 13:04:27.801`, tipoBoletim: 'Fechamento PTAX' },
      ]);
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** '11-20-2026' → '2026-11-20' */
const iso = (text: string): string => text.replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$1-$2');
