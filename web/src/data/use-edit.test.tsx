import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CallError } from './call.ts';
import { useEdit } from './use-edit.tsx';

interface Shop {
  name: string;
  price: string | null;
}
const inputOf = ({ name, price }: Shop) => ({ name, price: price ?? '' });
const bodyOf = (input: ReturnType<typeof inputOf>): Shop => ({ name: input.name, price: input.price || null });
const open = (entity: Shop) =>
  renderHook((props: { entity: Shop }) => useEdit({ ...props, inputOf, bodyOf }), { initialProps: { entity } });

it('sends what its person changed and what they saw, also when the data behind the form are newer', () => {
  const { result, rerender } = open({ name: 'Loja', price: '10' });
  expect(result.current.changeOf(bodyOf(result.current.values))).toEqual({});
  rerender({ entity: { name: 'Loja', price: '99' } });
  act(() => result.current.change({ name: 'Nova' }));
  expect(result.current.changeOf(bodyOf(result.current.values))).toEqual({ name: 'Nova', seen: { name: 'Loja' } });
});

it('shows what another person made of the same field, and saves again with knowledge of it or takes it', () => {
  const { result } = open({ name: 'Loja', price: '10' });
  act(() => result.current.change({ name: 'Minha', price: '20' }));
  const refusal = { message: '', error: 'changed-meanwhile', current: { name: 'Dela' } };
  act(() => result.current.refuse(new CallError('', 409, refusal), { name: 'Mudou.' }));
  expect(result.current).toMatchObject({ theirs: { name: 'Dela' }, errors: { name: 'Mudou.' } });
  expect(result.current.changeOf(bodyOf(result.current.values))).toEqual({
    ...{ name: 'Minha', price: '20' },
    seen: { name: 'Dela', price: '10' },
  });
  act(() => result.current.takeTheirs());
  expect(result.current.values).toEqual({ name: 'Dela', price: '20' });
  expect(result.current.theirs).toEqual({});
  expect(result.current.changeOf(bodyOf(result.current.values))).toEqual({ price: '20', seen: { price: '10' } });
});

it('starts again from what was saved', () => {
  const { result } = open({ name: 'Loja', price: '10' });
  act(() => result.current.change({ name: 'Nova' }));
  act(() => result.current.saved({ name: 'Nova loja', price: '10' }));
  expect(result.current.values.name).toBe('Nova loja');
  expect(result.current.changeOf(bodyOf(result.current.values))).toEqual({});
});
