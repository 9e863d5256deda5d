// What a statement must and must not be, checked when its module loads: a breach never reaches a request.
import { ROLLUP_TABLES } from './tables/rollups.ts';
import { TENANT_TABLES } from './tables/tenant-tables.ts';

const tables: ReadonlySet<string> = new Set(TENANT_TABLES);

/**
 * Read without FINAL, which would cost as much as all the rest: a build id is written by one statement, once, and named only when that
 * has succeeded; a build that fails starts over with another one.
 */
const ROLLUPS: ReadonlySet<string> = new Set(ROLLUP_TABLES);

/** Table functions reach files, other hosts and other tables; the embedded engine allows them to any statement. */
const forbiddenFunctions =
  /\b(?:file|url|urlCluster|s3|s3Cluster|gcs|hdfs|azureBlobStorage|remote|remoteSecure|cluster|clusterAllReplicas|merge|mergeTreeIndex|mysql|postgresql|mongodb|redis|sqlite|odbc|jdbc|executable|dictionary|dictGet\w*|input|view|viewExplain|loop|fuzzJSON|deltaLake\w*|iceberg\w*|hudi\w*|Python|getSetting|getServerSetting|hostName|currentUser|joinGet\w*)\s*\(/;
const forbiddenWords = /;|\b(?:SETTINGS|FORMAT|INTO\s+OUTFILE|PREWHERE)\b/i;

/**
 * Throws with the sentence that says what to mend. It counts rather than parses: each reading of a table must be FINAL (of
 * rollups: by build ids), and there must be a filter for each. The test over all routes with two tenants proves the rest.
 */
export function checkStatement(kind: keyof typeof FILTERS, name: string, sql: string): void {
  const refuse = (reason: string) => {
    throw new TypeError(`query ${name}: ${reason}`);
  };
  const code = withoutTexts(sql);
  if (!/^(?:SELECT|WITH)\b/i.test(code)) refuse('only SELECT');
  const word = forbiddenWords.exec(code)?.[0];
  if (word) refuse(`${word} is not for a query; limits and settings are added by themselves`);
  const called = forbiddenFunctions.exec(code)?.[0];
  if (called) refuse(`${called}…) reaches outside of the tenant's rows`);

  if (/[`"]/.test(code)) refuse('names are written without quotes');
  if (/\bIN\s+[a-z_]/i.test(code)) refuse('IN takes a list, a parameter or a sub-query, never a table');
  if (joinsByComma(code)) refuse('tables are joined with JOIN, not with a comma');

  const named = new Set([...code.matchAll(/\b([a-z_]\w*)\s+AS\s+(?:MATERIALIZED\s+)?\(/gi)].map((match) => match[1]));
  let readings = 0;
  let rollupReadings = 0;
  for (const [, table = '', rest = ''] of code.matchAll(
    /\b(?:FROM|(?<!\bARRAY\s+)JOIN)\s+([a-z_][\w.]*)((?:\s+AS\s+\w+)?(?:\s+\w+)?)/gi,
  )) {
    if (named.has(table) || /^(?:numbers|one)$/.test(table)) continue;
    if (!tables.has(table)) refuse(`${table} is not a table of tenants`);
    if (ROLLUPS.has(table)) rollupReadings += 1;
    else if (!/\bFINAL\b/i.test(rest)) refuse(`${table} is read without FINAL and would count what came twice`);
    readings += 1;
  }
  if (readings === 0) refuse('reads no table');
  const ofBuilds = [...code.matchAll(/\bbuild_id\s+IN\s+\{buildIds:Array\(UInt64\)\}/g)].length;
  if (ofBuilds < rollupReadings) {
    refuse(`${rollupReadings} readings of rollups and ${ofBuilds} filters build_id IN {buildIds:Array(UInt64)}`);
  }
  const [filter, text] = FILTERS[kind];
  const count = [...code.matchAll(filter)].length;
  if (count < readings) refuse(`${readings} readings of tables and ${count} filters ${text}`);
  if (kind === 'tenants') {
    // Of the outermost SELECT, which has the last one.
    const grouped = [...code.matchAll(/\bGROUP\s+BY\s+(\w+)/gi)].at(-1)?.[1];
    if (grouped !== 'tenant_id') refuse('answers of several tenants are grouped by tenant_id');
  }
}

/** What each reading of a table is filtered by. */
const FILTERS = {
  tenant: [/\btenant_id\s*=\s*\{tenantId:String\}/g, 'tenant_id = {tenantId:String}'],
  tenants: [/\btenant_id\s+IN\s+\{tenantIds:Array\(String\)\}/g, 'tenant_id IN {tenantIds:Array(String)}'],
  pipeline: [
    /\(\s*(?:\w+\.)?tenant_id\s*,[^()]*\)\s+IN\s+\{keys:Array\(Tuple\(String,/g,
    '(tenant_id, …) IN {keys:Array(Tuple(String, …))}',
  ],
} as const;

/** Comments and the contents of quotes say nothing about what a statement does. */
const withoutTexts = (sql: string) =>
  sql
    .replace(/--.*$/gm, '')
    .replace(/'(?:[^'\\]|\\.)*'/g, "''")
    .trim();

/** A comma in a FROM clause, outside of parentheses, would read a table that the rules do not see. */
function joinsByComma(code: string): boolean {
  for (const { index } of code.matchAll(/\bFROM\b/gi)) {
    let depth = 0;
    for (const [token] of code
      .slice(index + 4)
      .matchAll(/[(),]|\b(?:WHERE|GROUP|ORDER|LIMIT|HAVING|UNION|WINDOW|QUALIFY|ARRAY)\b/gi)) {
      if (token === '(') depth += 1;
      else if (token === ')') depth -= 1;
      else if (depth === 0) {
        if (token === ',') return true;
        break;
      }
      if (depth < 0) break;
    }
  }
  return false;
}
