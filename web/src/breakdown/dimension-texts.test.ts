import { DIMENSIONS } from '@tracker/schemas/metrics/dimensions';
import { describe, expect, it } from 'vitest';
import { dimensionLabel, groupId, groupName } from './dimension-texts.ts';

describe('label of an analytics group', () => {
  it('shows the name, and the id below it for ads but not for countries', () => {
    expect(groupName('ad', '1202', 'Vídeo 1')).toBe('Vídeo 1');
    expect(groupId('ad', '1202', 'Vídeo 1')).toBe('1202');
    expect(groupName('country', 'BR', 'Brasil')).toBe('Brasil');
    expect(groupId('country', 'BR', 'Brasil')).toBeUndefined();
  });

  it('shows the key in words when there is no name', () => {
    expect(groupName('ad', '1202', null)).toBe('1202');
    expect(groupId('ad', '1202', null)).toBeUndefined();
    expect(groupName('placement', 'Instagram_Stories', null)).toBe('Instagram Stories');
    expect(groupName('device', 'mobile', null)).toBe('Celular');
    expect(groupName('device', 'watch', null)).toBe('watch');
    expect(groupName('hour', '07', null)).toBe('07h');
    expect(groupName('source', 'direct', null)).toBe('Direct');
  });

  it('names what is missing when there is no key', () => {
    for (const dimension of DIMENSIONS) {
      expect(groupName(dimension, null, null)).not.toBe('');
      expect(dimensionLabel(dimension)).not.toBe('');
    }
    expect(groupName('ad', null, null)).toBe('Sem anúncio');
  });
});
