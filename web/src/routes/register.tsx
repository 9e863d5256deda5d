import { createLazyRoute } from '@tanstack/react-router';
import RegisterScreen from '../features/auth/register-screen.tsx';

export const Route = createLazyRoute('/register')({ component: RegisterScreen });
