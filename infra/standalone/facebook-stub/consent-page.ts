// The page on which a user allows or denies the app access to the ads.
import { refusals, refuse } from './refusal.ts';
import type { StubApp, Tokens } from './tokens.ts';

export type ConsentAnswer = { readonly location: string } | { readonly html: string };

export function consent(params: URLSearchParams, app: StubApp, tokens: Tokens, autoApprove: boolean): ConsentAnswer {
  const redirectUri = params.get('redirect_uri') ?? '';
  if (params.get('client_id') !== app.appId) refuse(refusals.badApp);
  if (!URL.canParse(redirectUri) || params.get('response_type') !== 'code') refuse(refusals.badParameter);
  const back = new URL(redirectUri);
  if (params.has('state')) back.searchParams.set('state', params.get('state') ?? '');
  if (params.has('__deny')) {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_code', '200');
    back.searchParams.set('error_reason', 'user_denied');
    back.searchParams.set('error_description', 'Permissions error');
    return { location: back.href };
  }
  if (!autoApprove && !params.has('__allow')) return { html: page(params, tokens.user.name) };
  // A person may take single permissions out.
  const canManage = wantsManagement(params) && !params.has('__only_read');
  back.searchParams.set('code', tokens.issueCode(redirectUri, { canManage }));
  return { location: back.href };
}

const wantsManagement = (params: URLSearchParams): boolean =>
  (params.get('scope') ?? '').split(',').includes('ads_management');

function page(params: URLSearchParams, userName: string): string {
  const kept = [...params].map(
    ([name, value]) => `<input type="hidden" name="${asText(name)}" value="${asText(value)}">`,
  );
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Facebook de demonstração</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; background: #f0f2f5; color: #1c1e21; display: grid; place-items: center; min-height: 100vh; margin: 0 }
  main { background: #fff; padding: 32px; border-radius: 12px; max-width: 400px; margin: 16px }
  h1 { font-size: 20px; margin: 0 0 8px }
  form { display: flex; gap: 12px; margin-top: 24px }
  button { flex: 1; padding: 10px; font: inherit; font-weight: 600; border: 0; border-radius: 8px; background: #e4e6eb; color: inherit; cursor: pointer }
  button[name=__allow] { background: #0a5fd6; color: #fff }
</style>
<main>
  <h1>Continuar como ${asText(userName)}?</h1>
  <p>Traffic Tracker poderá ler as suas contas de anúncios e as estatísticas delas${wantsManagement(params) ? ', pausar e retomar anúncios e mudar orçamentos' : ''}. Esta página é de demonstração e não fala com o Facebook.</p>
  <form>
    ${kept.join('\n    ')}
    <button name="__deny" value="1">Cancelar</button>
    <button name="__allow" value="1">Continuar</button>
  </form>
</main>
</html>`;
}

const asText = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
