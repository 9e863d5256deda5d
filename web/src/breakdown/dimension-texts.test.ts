import { keyLabel } from '@tracker/schemas/figures/key-labels';
import { DIMENSIONS } from '@tracker/schemas/metrics/dimensions';
import { describe, expect, it } from 'vitest';
import { dimensionLabel, groupId } from './dimension-texts.ts';

describe('label of an analytics group', () => {
  it('shows the name, and the id below it for ads but not for countries', () => {
    expect(keyLabel('ad', '1202', 'Vídeo 1')).toBe('Vídeo 1');
    expect(groupId('ad', '1202', 'Vídeo 1')).toBe('1202');
    expect(keyLabel('country', 'BR', 'Brasil')).toBe('Brasil');
    expect(groupId('country', 'BR', 'Brasil')).toBeUndefined();
  });

  it('shows the key in words when there is no name', () => {
    expect(keyLabel('ad', '1202', null)).toBe('1202');
    expect(groupId('ad', '1202', null)).toBeUndefined();
    expect(keyLabel('placement', 'Instagram_Stories', null)).toBe('Instagram Stories');
    expect(keyLabel('device', 'mobile', null)).toBe('Celular');
    expect(keyLabel('device', 'watch', null)).toBe('watch');
    expect(keyLabel('hour', '07', null)).toBe('07h');
    expect(keyLabel('source', 'direct', null)).toBe('Direct');
  });

  it('names what is missing when there is no key', () => {
    for (const dimension of DIMENSIONS) {
      expect(keyLabel(dimension, null, null)).not.toBe('');
      expect(dimensionLabel(dimension)).not.toBe('');
    }
    expect(keyLabel('ad', null, null)).toBe('Sem anúncio');
  });
});
