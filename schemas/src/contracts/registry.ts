import type { Contract } from './define-contract.ts';
import { CONTRACT_FILES } from './generated/contract-files.ts';

/**
 * Every route of the query API, by path: what the files of this folder export, one by one or as a list. Every route here is tested for access and
 * tenant wall; one that no file exports is in no document.
 */
export const CONTRACTS: readonly Contract[] = CONTRACT_FILES.flatMap((file) => Object.values<unknown>(file).flat())
  .filter(isContract)
  .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

function placeOf({ path, method }: Contract): string {
  return `${path} ${method}`;
}
