import { filterText } from '@tracker/schemas/figures/filter-texts';
import { describe, expect, test } from 'vitest';
import { filterOf, unknownText } from './filter-texts.ts';

const filters = (...texts: string[]) => texts.flatMap((text) => filterOf(text) ?? []);

describe('the words of a filter', () => {
  test.each([
    ['channel:is:facebook', 'Canal é facebook'],
    ['channel:not:facebook,google,direct', 'Canal não é facebook, google ou Direct'],
    ['ad:has:vídeo', 'Anúncio contém “vídeo”'],
    ['coupon:none', 'Cupom não tem valor'],
    ['installments:is:12', 'Parcelas é 12x'],
    ['product:is:Curso%2C nível 1', 'Produto é Curso, nível 1'],
  ])('%s: %s', (text, words) => {
    expect(filters(text).map((filter) => filterText(filter))).toEqual([words]);
  });

  test('name what has a name', () => {
    const [filter] = filters('campaign:is:bf,other');
    expect(filter && filterText(filter, (key) => (key === 'bf' ? 'Black Friday' : undefined))).toBe(
      'Campanha é Black Friday ou other',
    );
  });

  test('are none for what is no filter', () => {
    expect(filters('nothing:is:x', 'device:has:mob', 'ad:is')).toEqual([]);
  });
});

describe('what a filter leaves unknown', () => {
  test('is explained, and nothing is where all is known', () => {
    expect(unknownText(filters('campaign:is:bf', 'ad:has:x', 'channel:is:facebook'))).toBeUndefined();
    expect(unknownText(filters('placement:is:feed'))).toMatch(/^O gasto não é conhecido por posicionamento:/);
    expect(unknownText(filters('hour:is:9'))).toMatch(/^O gasto por hora só é conhecido onde a plataforma informou/);
    const text = unknownText(filters('product:is:p1', 'coupon:none'));
    expect(text).toMatch(
      /^O gasto não é conhecido por produto e cupom: .* Os clicks não são conhecidos por produto e cupom\.$/,
    );
    expect(unknownText(filters('landing:has:oferta'))).toMatch(/As conversões não são conhecidas por página\.$/);
  });
});
