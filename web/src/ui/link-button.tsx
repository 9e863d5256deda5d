import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { Button, type ButtonProps } from './button.tsx';

type LinkButtonProps = ComponentProps<'a'> & Pick<ButtonProps, 'look' | 'size'>;

/** A link to another screen that looks like a button: outlined and small where it says nothing else. */
export const LinkButton = createLink(
  ({ look = 'outline', size = 'small', className, children, ...anchor }: LinkButtonProps) => (
    <Button asChild look={look} size={size} className={className}>
      <a {...anchor}>{children}</a>
    </Button>
  ),
);
