// The Portuguese sentences of the invitation mail. The caller escapes them for HTML.
import type { InvitedRole } from '../contracts/people.contract.ts';

const ROLES: Record<InvitedRole, string> = {
  editor: 'Editor (cria e edita campanhas e vê todos os relatórios)',
  viewer: 'Viewer (vê os relatórios, sem alterar nada)',
};

interface Params {
  readonly inviter: string;
  readonly tenant: string;
  readonly role: InvitedRole;
  readonly expiresAt: Date;
  readonly timeZone: string;
}

export function inviteMailTexts({ inviter, tenant, role, expiresAt, timeZone }: Params) {
  const until = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeStyle: 'short', timeZone })
    .format(expiresAt)
    .replace(/\s/g, ' ');
  return {
    subject: `${inviter} convidou você para ${tenant}`,
    title: 'Convite',
    greeting: 'Olá!',
    heading: 'Você foi convidado',
    invited: `${inviter} convidou você para acompanhar as campanhas de ${tenant} no Traffic Tracker.`,
    permission: `Sua permissão: ${ROLES[role]}.`,
    accept: 'Aceitar convite',
    openAddress: 'Para aceitar, abra este endereço:',
    copyAddress: 'O botão não abre? Copie este endereço:',
    validity: `O link vale até ${until} e serve para uma pessoa só.`,
    ignore: 'Se você não esperava este convite, ignore esta mensagem: sem o link, nada acontece.',
  };
}
