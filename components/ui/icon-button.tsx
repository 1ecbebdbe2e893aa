'use client';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button';
import { cn } from './class-names';
import { Tooltip } from './tooltip';

/** A button that shows an icon alone; `label` is its name and its tooltip. */
export function IconButton({
  label,
  children,
  className,
  size = 'md',
  variant = 'ghost',
  ...rest
}: Omit<ButtonProps, 'children' | 'aria-label'> & { label: string; children: ReactNode }) {
  const button = (
    <Button
      repeatable
      {...rest}
      aria-label={label}
      size={size}
      variant={variant}
      className={cn('px-0', size === 'sm' ? 'w-8' : size === 'lg' ? 'w-11' : 'w-9', className)}
    >
      {children}
    </Button>
  );
  return <Tooltip text={rest.disabledReason ? null : label}>{button}</Tooltip>;
}
