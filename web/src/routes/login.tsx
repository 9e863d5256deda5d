import { createLazyRoute } from '@tanstack/react-router';
import LoginScreen from '../features/auth/login-screen.tsx';

export const Route = createLazyRoute('/login')({ component: LoginScreen });
