import type { Role } from '@tracker/schemas/roles';

/** The rights of a role, in a line (specification §6). */
export const ROLE_SUMMARIES: Record<Role, string> = {
  admin: 'Acesso total',
  editor: 'Cria e edita campanhas',
  viewer: 'Somente visualização',
};

export const ROLE_EXPLANATIONS: Record<Role, string> = {
  admin: 'Acesso total: gerencia usuários e as configurações da empresa, webhooks e a conexão com o Facebook Ads.',
  editor: 'Cria e edita campanhas, instala o script de rastreamento e vê todos os relatórios.',
  viewer: 'Somente visualização: vê o dashboard, os relatórios, os leads e os logs, sem alterar nada.',
};

/** '1 usuário', '2 usuários'. */
export const countOfUsers = (count: number): string => (count === 1 ? '1 usuário' : `${count} usuários`);
