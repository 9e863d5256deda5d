import { describe, expect, it } from 'vitest';
import { FACEBOOK } from '../ad-platforms/facebook.ts';
import { SendProblem } from '../send-back/problems.ts';
import { adPlatformProblemText, syncWarningText } from './ad-platforms.ts';
import { sendProblemText } from './send-back.ts';

const TIKTOK = { ...FACEBOOK, id: 'tiktok', name: 'TikTok', accessManager: 'TikTok Business Center' };

describe('sentences of ad platforms', () => {
  it('name the platform and its settings', () => {
    expect(adPlatformProblemText({ code: 'not_connected' }, FACEBOOK)).toBe('Facebook não conectado');
    expect(adPlatformProblemText({ code: 'not_connected' }, TIKTOK)).toBe('TikTok não conectado');
    expect(adPlatformProblemText({ code: 'app_refused' }, FACEBOOK)).toBe(
      'O Facebook recusou o aplicativo desta instalação. Quem a opera precisa conferir META_APP_ID e META_APP_SECRET.',
    );
    expect(adPlatformProblemText({ code: 'throttled', account: 'Loja BR' }, FACEBOOK)).toMatch(
      /^Conta Loja BR: O Facebook/,
    );
    expect(adPlatformProblemText({ code: 'no_account_access' }, TIKTOK)).toContain('TikTok Business Center');
  });

  it('give the number of a refusal only when there is one', () => {
    expect(adPlatformProblemText({ code: 'refused', number: 5 }, FACEBOOK)).toBe(
      'O Facebook recusou o pedido. (código 5)',
    );
    expect(adPlatformProblemText({ code: 'refused', number: null }, FACEBOOK)).toBe('O Facebook recusou o pedido.');
  });

  it('join the warnings of a sync, and are null without any', () => {
    expect(syncWarningText([], FACEBOOK)).toBeNull();
    expect(
      syncWarningText([{ code: 'rate_missing', currency: 'USD', days: 1 }, { code: 'ad_spend_missing' }], FACEBOOK),
    ).toBe(
      'Falta a cotação de USD em 1 dia com gasto: esse gasto não entra nas somas. Informe-a em Configurações da Empresa, Cotações de moedas. O Facebook não informou o gasto de cada anúncio: só o da campanha foi atualizado.',
    );
  });

  it('explain why a conversion was not sent, to a postback or to a platform', () => {
    expect(sendProblemText({ code: 'server_late', seconds: 10 })).toBe('O servidor não respondeu em 10 segundos.');
    expect(sendProblemText({ code: 'pixel_not_seen' }, FACEBOOK)).toBe(
      'O token não tem acesso a este pixel. Confira o ID do pixel e gere o token no Gerenciador de Eventos.',
    );
    expect(SendProblem.parse({ code: 'server_error', status: 503 })).toEqual({ code: 'server_error', status: 503 });
    expect(SendProblem.safeParse({ code: 'anything' }).success).toBe(false);
  });
});
