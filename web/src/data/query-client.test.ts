import { QueryClient, type QueryKey, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import type { Contract } from '@tracker/schemas/contracts/define-contract';
import { CONTRACTS } from '@tracker/schemas/contracts/registry';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CallParts } from './call.ts';
import { contractQuery } from './query-client.ts';

type Asked = Record<string, string>;

/** What a screen shows that has the answer to one question and asks another, before the second answer comes. */
function shownMeanwhile(contract: Contract, [before, asked]: [Asked, Asked], other: Contract = contract) {
  const optionsOf = (of: Contract, query: Asked): QueryObserverOptions<unknown, Error, unknown, unknown, QueryKey> => {
    const { queryKey, placeholderData } = contractQuery(of, { query } as CallParts<Contract>);
    return { queryKey, enabled: false, ...(placeholderData !== undefined && { placeholderData }) };
  };
  const queryClient = new QueryClient();
  queryClient.setQueryData(optionsOf(contract, before).queryKey, 'the answer before');
  const observer = new QueryObserver(queryClient, optionsOf(contract, before));
  onTestFinished(observer.subscribe(() => undefined));
  expect(observer.getCurrentResult().data).toBe('the answer before');
  observer.setOptions(optionsOf(other, asked));
  return observer.getCurrentResult();
}

const parametersOf = ({ query }: Contract) => Object.keys(query?.shape ?? {});
const questions = CONTRACTS.filter(({ method }) => method === 'GET');
const eachParameter = questions.flatMap((contract) =>
  // And one that a contract gets tomorrow.
  [...parametersOf(contract), 'novo'].map((name) => ({ contract, name, path: contract.path })),
);
const isFree = ({ contract: { mayDiffer = [] }, name }: (typeof eachParameter)[number]) => mayDiffer.includes(name);

describe('the answer before', () => {
  test.each(eachParameter.filter((one) => !isFree(one)))(
    'is not shown for $path under another value of $name',
    ({ contract, name }) => {
      expect(shownMeanwhile(contract, [{ [name]: 'a' }, { [name]: 'b' }]).data).toBeUndefined();
      expect(shownMeanwhile(contract, [{}, { [name]: 'b' }]).data).toBeUndefined();
    },
  );

  test.each(eachParameter.filter(isFree))(
    'stays for $path under another value of $name, marked as a placeholder',
    ({ contract, name }) => {
      const { data, isPlaceholderData } = shownMeanwhile(contract, [{ [name]: 'a' }, { [name]: 'b' }]);
      expect([data, isPlaceholderData]).toEqual(['the answer before', true]);
    },
  );

  test('is not shown where the same part of a screen asks another route', () => {
    for (const contract of questions) {
      const other = { ...contract, path: `${contract.path}/other` };
      expect(shownMeanwhile(contract, [{}, {}], other).data, contract.path).toBeUndefined();
    }
  });
});
