import { expect, it } from 'vitest';
import { readFileText, renamed } from './rename-columns.ts';

const textOf = async (text: string, places: Record<string, number>) =>
  await renamed(await readFileText(new Blob([text])), new Map(Object.entries(places))).text();

it.each([
  ['Pedido;Pago em;Total\n1;20/11/2026;9,90\n', '"transação";"data";"valor"\n1;20/11/2026;9,90\n'],
  ['sep=,\r\n"Id, do pedido",Quando,R$\r\n1,2,3', 'sep=,\r\n"transação","data","valor"\r\n1,2,3'],
  ['\n\nA\tB\tC', '\n\n"transação"\t"data"\t"valor"'],
])('gives the columns of %j the names that were chosen, and leaves the rest', async (text, expected) => {
  expect(await textOf(text, { transação: 0, data: 1, valor: 2 })).toBe(expected);
});

it('takes its name from another column, and keeps those that were not chosen', async () => {
  const text = 'Valor;Valor líquido;utm_source\n10;9;FB';
  expect(await textOf(text, { valor: 1 })).toBe('"Valor (2)";"valor";"utm_source"\n10;9;FB');
});

it('reads files of Windows', async () => {
  const bytes = new Uint8Array([0x50, 0x72, 0x65, 0xe7, 0x6f, 0x3b, 0x49, 0x64]);
  expect((await readFileText(new Blob([bytes]))).header).toEqual(['Preço', 'Id']);
});
