import { heading, look, picture, type ScreenCase } from './screen-case.ts';

export const ENTRY: readonly ScreenCase[] = [
  look('login', 'visitor', '/login', heading('Entrar')),
  look('register', 'visitor', '/register', heading('Registrar Empresa')),
  picture('register-refused', 'visitor', '/register', async (page) => {
    await page.getByRole('button', { name: 'Criar Conta Empresarial' }).click();
    await page.locator('[data-look=destructive]').getByText('Nome da empresa obrigatório').waitFor();
  }),
  look('forgot-password', 'visitor', '/forgot-password', heading('Esqueci minha senha')),
  look('reset-password', 'visitor', '/reset-password?token=x', heading('Nova senha')),
  look('confirm-email', 'visitor', '/confirm-email?token=x', heading('Email não confirmado')),
  look('not-found', 'busy', '/nowhere', heading('404 Page Not Found')),
];
