// `database.ts` is written by hand. A table, column, type or nullability that it has and the migrations have not, or the other way round,
// would else be found by the first query that meets it.
import { fileURLToPath } from 'node:url';
import { useStack } from '@tracker/test/kit/stack';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { connect } from './connect.ts';

const stack = useStack();

/** No Kysely query reads or writes these: only statements in SQL and functions of the database do. */
const IN_SQL_ONLY = [
  ...['event_log', 'log_head', 'consumer_offsets', 'figure_versions', 'retried_clicks', 'nightly_runs'],
  ...['unverified_state', 'unverified_conversions', 'address_keys', 'push_keys'],
  ...[
    'replay_snapshots',
    'replay_uncomputed',
    'backup_state',
    'schema_migrations',
    'limits_reached',
    'store_probe',
    'installation',
  ],
];

/** What the driver gives for a column: 64-bit integers, decimals and arrays come as text (`connect.ts`). */
const GIVEN: Readonly<Record<string, string>> = {
  text: 'string',
  bigint: 'string',
  numeric: 'string',
  uuid: 'string',
  smallint: 'number',
  integer: 'number',
  boolean: 'boolean',
  date: 'Date',
  datemultirange: 'string',
  'timestamp with time zone': 'Date',
  bytea: 'Uint8Array',
  jsonb: 'object',
};

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
  readonly isGenerated: boolean;
  readonly isOfView: boolean;
}

async function migratedColumns(): Promise<readonly Column[]> {
  // The role of the programs sees only what is granted to it.
  const owner = connect({ url: stack.postgresUrl, logger: stack.logger, name: 'test', max: 1, role: null });
  const columns = await owner<Column[]>`
    SELECT c.table_name AS "table", c.column_name AS name, c.data_type AS type, c.is_nullable = 'YES' AS "isNullable",
      c.column_default IS NOT NULL AS "hasDefault",
      c.is_generated = 'ALWAYS' OR coalesce(c.identity_generation = 'ALWAYS', false) AS "isGenerated",
      t.table_type = 'VIEW' AS "isOfView"
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public'`;
  await owner.end();
  return columns;
}

/** A column of `database.ts`: what is read from it, and what may be written to it. */
interface Declared {
  readonly type: string;
  readonly isNullable: boolean;
  readonly maySkip: boolean;
  readonly neverWritten: boolean;
  readonly mayWriteNull: boolean;
}

function declaredTables(): ReadonlyMap<string, ReadonlyMap<string, Declared>> {
  const file = fileURLToPath(new URL('database.ts', import.meta.url));
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      strict: true,
      module: 'nodenext',
      target: 'es2024',
      types: ['node'],
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
    },
    '.',
  );
  const program = ts.createProgram([file], options);
  const source = program.getSourceFile(file)!;
  // A module that is not found would make `any` of its types, which agree with everything.
  expect(program.getSemanticDiagnostics(source)).toEqual([]);
  const checker = program.getTypeChecker();
  const has = (type: ts.Type, flags: ts.TypeFlags): boolean =>
    (type.isUnion() ? type.types : [type]).some((part) => (part.flags & flags) !== 0);
  const typeOf = (symbol: ts.Symbol) => checker.getTypeOfSymbol(symbol);
  const propertiesOf = (type: ts.Type) => type.getProperties().map((symbol) => [symbol.name, typeOf(symbol)] as const);

  function kindOf(type: ts.Type): string {
    const value = checker.getNonNullableType(type);
    for (const [name, primitive] of [
      ['string', checker.getStringType()],
      ['number', checker.getNumberType()],
      ['boolean', checker.getBooleanType()],
    ] as const) {
      if (checker.isTypeAssignableTo(value, primitive)) return name;
    }
    const name = value.symbol?.name ?? '';
    return name === 'Date' || name === 'Uint8Array' ? name : 'object';
  }

  function declared(type: ts.Type): Declared {
    // Kysely's `ColumnType` has these three, a plain type is all three.
    const [read, inserted, updated] = ['__select__', '__insert__', '__update__'].map((name) => {
      const property = type.getProperty(name);
      return property ? typeOf(property) : type;
    }) as [ts.Type, ts.Type, ts.Type];
    return {
      type: kindOf(read),
      isNullable: has(read, ts.TypeFlags.Null | ts.TypeFlags.Unknown),
      // Kysely lets an insert leave out what may be null.
      maySkip: has(inserted, ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Unknown),
      neverWritten: has(inserted, ts.TypeFlags.Never) && has(updated, ts.TypeFlags.Never),
      mayWriteNull: [inserted, updated].some((one) => has(one, ts.TypeFlags.Null | ts.TypeFlags.Unknown)),
    };
  }

  const database = checker
    .getExportsOfModule(checker.getSymbolAtLocation(source)!)
    .find(({ name }) => name === 'Database')!;
  return new Map(
    propertiesOf(checker.getDeclaredTypeOfSymbol(database)).map(([table, row]) => [
      table,
      new Map(propertiesOf(row).map(([column, type]) => [column, declared(type)])),
    ]),
  );
}

/** What is wrong with the declaration of a column, in words; '' when nothing is. */
function problemOf(column: Column, declared: Declared | undefined): string {
  if (declared === undefined) return 'is not declared';
  const { type, isNullable, hasDefault, isGenerated, isOfView } = column;
  const given = GIVEN[type] ?? `a type without an entry in GIVEN: ${type}`;
  if (declared.type !== given) return `is read as ${given}, not as ${declared.type}`;
  // Postgres does not know which columns of a view are never null.
  if (isOfView) return declared.neverWritten ? '' : 'is of a view, which is only read';
  if (declared.isNullable !== isNullable) return isNullable ? 'may be null' : 'is never null';
  if (isGenerated && !declared.neverWritten) return 'is written by the database alone';
  if (!isNullable && declared.mayWriteNull) return 'takes no null';
  if (!isNullable && !hasDefault && !isGenerated && declared.maySkip) return 'has no default';
  return '';
}

test('declares the tables and columns of the migrated store, with what is read from them and may be written', async () => {
  const tables = declaredTables();
  const columns = await migratedColumns();
  const wrong = columns
    .filter(({ table }) => !IN_SQL_ONLY.includes(table))
    .flatMap((column) => {
      const problem = problemOf(column, tables.get(column.table)?.get(column.name));
      return problem === '' ? [] : [`${column.table}.${column.name} ${problem}`];
    });
  const migrated = new Set(columns.flatMap(({ table, name }) => [table, `${table}.${name}`]));
  const unknown = [...tables].flatMap(([table, row]) =>
    [...row.keys()].map((name) => `${table}.${name}`).filter((name) => !migrated.has(name)),
  );
  expect([...wrong, ...unknown.map((name) => `${name} is in no migration`)]).toEqual([]);
  // A table that got its type is no exception any more.
  expect(IN_SQL_ONLY.filter((table) => tables.has(table) || !migrated.has(table))).toEqual([]);
});
