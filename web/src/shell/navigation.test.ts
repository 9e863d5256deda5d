import { describe, expect, it } from 'vitest';
import { screensFor } from './navigation.ts';

const labels = (role: string | undefined) => screensFor(role).map(({ label }) => label);

describe('screensFor', () => {
  it('shows each role what it may open, in the order of the menu', () => {
    expect(labels('admin')).toEqual(['Dashboard', 'Campaigns']);
    expect(labels('editor')).toEqual(['Dashboard', 'Campaigns']);
    expect(labels('viewer')).toEqual(['Dashboard']);
  });

  it('treats a missing role as viewer and an unknown one as nobody', () => {
    expect(labels(undefined)).toEqual(['Dashboard']);
    expect(labels('owner')).toEqual([]);
  });
});
