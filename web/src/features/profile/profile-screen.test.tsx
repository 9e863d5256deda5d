import { screen } from '@testing-library/react';
import { endOtherSessions, listSessions, OwnSession } from '@tracker/schemas/contracts/profile.contract';
import { beforeEach, expect, test } from 'vitest';
import { inToast, openApp } from '../../../test/app.tsx';
import { api } from '../../../test/fake-api.ts';
import { sample } from '../../../test/samples.ts';

beforeEach(() => api.answerEmpty());

const own = (id: string, current: boolean) => sample(OwnSession, { id, current, browser: 'Chrome' });

test('ends the other sessions with one button, which is there only when there are others', async () => {
  api.answer(listSessions, [own('a', true), own('b', false)]);
  api.answer(endOtherSessions, () => {
    api.answer(listSessions, [own('a', true)]);
    return null;
  });
  const { user } = openApp('/profile', { as: 'viewer' });
  await user.click(await screen.findByRole('button', { name: 'Encerrar as outras' }));
  await inToast('Sessões encerradas', 'Só esta sessão continua aberta.');
  expect(screen.queryByRole('button', { name: 'Encerrar as outras' })).toBeNull();
});
