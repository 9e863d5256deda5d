import { useMutation } from '@tanstack/react-query';
import { listAuditLog } from '@tracker/schemas/contracts/audit.contract';
import {
  ERASE_WORD,
  erasePerson,
  exportPerson,
  type PersonSearch,
  searchPersons,
} from '@tracker/schemas/contracts/privacy.contract';
import { useAskAgain } from '../../data/ask-again.ts';
import { call } from '../../data/call.ts';

/** A search and its answer are a person's data: they leave the memory with the screen. */
const forgotten = { gcTime: 0 } as const;

/** Each leaves a row in the audit log, which is on the same screen. */
const useReceipt = () => ({ ...forgotten, onSuccess: useAskAgain(listAuditLog.path) });

export const useSearchPersons = () =>
  useMutation({ ...useReceipt(), mutationFn: (body: PersonSearch) => call(searchPersons, { body }) });

export const useExportPerson = () =>
  useMutation({ ...useReceipt(), mutationFn: (personId: string) => call(exportPerson, { body: { personId } }) });

export const useErasePerson = () => {
  const reload = useAskAgain(listAuditLog.path, '/api/leads');
  return useMutation({
    ...forgotten,
    mutationFn: (personId: string) => call(erasePerson, { body: { personId, confirm: ERASE_WORD } }),
    onSuccess: reload,
  });
};
