import { AUDIT_ACTIONS } from '@tracker/schemas/audit-actions';
import { describe, expect, it } from 'vitest';
import { actorLabel, auditSentence } from './audit-sentences.ts';

const sentence = (action: string, details: Record<string, unknown> = {}, subject: string | null = null) =>
  auditSentence({ action, details, subject });

describe('the audit log in words', () => {
  it('has a sentence for everything that can stand in it, also without details', () => {
    for (const action of AUDIT_ACTIONS) expect(sentence(action), action).toMatch(/^[a-zá-ú]+ [^.]*[^ .]$/i);
  });

  it('names what was changed', () => {
    expect(sentence('tenant.change', { fields: ['name', 'timeZone'] })).toBe(
      'alterou as configurações da empresa (nome, fuso horário)',
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

  it('shows what it does not know as it is called, and odd details not at all', () => {
    expect(sentence('campaign.archive')).toBe('campaign.archive');
    expect(sentence('campaign.create', { name: 7 })).toBe('criou a campanha');
  });

  it('says who', () => {
    expect(actorLabel({ actorKind: 'person', actor: 'Ana Lima' })).toBe('Ana Lima');
    expect(actorLabel({ actorKind: 'person', actor: null })).toBe('Usuário que saiu');
    expect(actorLabel({ actorKind: 'key', actor: 'Planilha' })).toBe('Chave “Planilha”');
    expect(actorLabel({ actorKind: 'operator', actor: 'ana@servidor' })).toBe('Operador (ana@servidor)');
  });
});
