import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../audit-actions.ts';
import { UNVERIFIED_DEFAULTS } from '../unverified-conversions.ts';
import { actorLabel, auditSentence } from './audit.ts';

const sentence = (action: string, details: Record<string, unknown> = {}, subject: string | null = null) =>
  auditSentence({ action, details, subject });

describe('sentences of the audit log', () => {
  it('has a sentence for every action, also without details', () => {
    for (const action of AUDIT_ACTIONS) expect(sentence(action), action).toMatch(/^[a-zá-ú]+ [^.]*[^ .]$/i);
  });

  it('names what was changed', () => {
    expect(sentence('tenant.change', { fields: ['name', 'timeZone'] })).toBe(
      'alterou as configurações da empresa (nome, fuso horário)',
    );
    expect(sentence('tenant.change', { fields: Object.keys(UNVERIFIED_DEFAULTS) })).toBe(
      'alterou as configurações da empresa (vendas sem chave, idade máxima do click, vendas sem chave por dia)',
    );
    expect(sentence('campaign.edit', { name: 'Black Friday', fields: ['status'] })).toBe(
      'alterou a campanha “Black Friday” (status)',
    );
    expect(sentence('api-key.create', { name: 'Planilha', scopes: ['read', 'capture'] })).toBe(
      'criou a chave de API “Planilha” (leitura, envio)',
    );
    expect(sentence('user.change-role', { from: 'viewer', to: 'admin' }, 'Bia Reis')).toBe(
      'mudou a permissão de Bia Reis (de Viewer para Admin)',
    );
  });

  it('names the person to whom it was done, also one who is gone', () => {
    const invited = { email: 'carla@agencia.example.com', role: 'editor' };
    expect(sentence('invite.create', invited)).toBe('convidou carla@agencia.example.com (Editor)');
    expect(sentence('invite.withdraw', invited)).toBe('cancelou o convite de carla@agencia.example.com (Editor)');
    expect(sentence('invite.withdraw', { role: 'viewer' })).toBe('cancelou o convite de uma pessoa (Viewer)');
    const gone = { name: 'Bia Reis', email: 'bia@loja.example.com', role: 'viewer', from: 'viewer', to: 'admin' };
    expect(sentence('user.remove', gone)).toBe('removeu Bia Reis (bia@loja.example.com, Viewer)');
    expect(sentence('user.change-role', gone)).toBe('mudou a permissão de Bia Reis (de Viewer para Admin)');
  });

  it('shows an unknown action by its name and leaves out invalid details', () => {
    expect(sentence('campaign.archive')).toBe('campaign.archive');
    expect(sentence('campaign.create', { name: 7 })).toBe('criou a campanha');
  });

  it('names the actor', () => {
    expect(actorLabel({ actorKind: 'person', actor: 'Ana Lima' })).toBe('Ana Lima');
    expect(actorLabel({ actorKind: 'person', actor: null })).toBe('Usuário que saiu');
    expect(actorLabel({ actorKind: 'key', actor: 'Planilha' })).toBe('Chave “Planilha”');
    expect(actorLabel({ actorKind: 'operator', actor: 'ana@servidor' })).toBe('Operador (ana@servidor)');
  });
});
