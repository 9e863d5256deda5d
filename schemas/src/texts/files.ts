const count = (rows: number): string => rows.toLocaleString('pt-BR');

/** A file that has the first rows alone, in its first line. */
export const cutFileText = ({ rows, of }: { readonly rows: number; readonly of: number }): string =>
  `SÓ AS PRIMEIRAS ${count(rows)} DE ${count(of)} LINHAS: use um filtro ou menos dias para ter todas`;
