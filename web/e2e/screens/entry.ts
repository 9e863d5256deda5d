import { heading, type ScreenCase } from './screen-case.ts';

export const ENTRY: readonly ScreenCase[] = [
  { name: 'login', as: 'visitor', path: '/login', ready: heading('Entrar') },
  { name: 'register', as: 'visitor', path: '/register', ready: heading('Registrar Empresa') },
  {
    name: 'register-refused',
    as: 'visitor',
    path: '/register',
    pictureOnly: true,
    async ready(page) {
      await page.getByRole('button', { name: 'Criar Conta Empresarial' }).click();
      await page.locator('[data-look=destructive]').getByText('Nome da empresa obrigatório').waitFor();
    },
  },
  { name: 'forgot-password', as: 'visitor', path: '/forgot-password', ready: heading('Esqueci minha senha') },
  { name: 'reset-password', as: 'visitor', path: '/reset-password?token=x', ready: heading('Nova senha') },
  { name: 'confirm-email', as: 'visitor', path: '/confirm-email?token=x', ready: heading('Email não confirmado') },
  { name: 'not-found', as: 'busy', path: '/nowhere', ready: heading('404 Page Not Found') },
];
