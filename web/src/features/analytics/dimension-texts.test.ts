import { DIMENSIONS } from '@tracker/schemas/metrics/dimensions';
import { describe, expect, it } from 'vitest';
import { dimensionLabel, groupId, groupName } from './dimension-texts.ts';

describe('what a group is called', () => {
  it('its name, with the id below where people look for it', () => {
    expect(groupName('ad', '1202', 'Vídeo 1')).toBe('Vídeo 1');
    expect(groupId('ad', '1202', 'Vídeo 1')).toBe('1202');
    expect(groupName('country', 'BR', 'Brasil')).toBe('Brasil');
    expect(groupId('country', 'BR', 'Brasil')).toBeUndefined();
  });

  it('without a name its key, in words', () => {
    expect(groupName('ad', '1202', null)).toBe('1202');
    expect(groupId('ad', '1202', null)).toBeUndefined();
    expect(groupName('placement', 'Instagram_Stories', null)).toBe('Instagram Stories');
    expect(groupName('device', 'mobile', null)).toBe('Celular');
    expect(groupName('device', 'watch', null)).toBe('watch');
    expect(groupName('hour', '07', null)).toBe('07h');
    expect(groupName('source', 'direct', null)).toBe('Direct');
  });

  it('without a key what it lacks', () => {
    for (const dimension of DIMENSIONS) {
      expect(groupName(dimension, null, null)).not.toBe('');
      expect(dimensionLabel(dimension)).not.toBe('');
    }
    expect(groupName('ad', null, null)).toBe('Sem anúncio');
  });
});
