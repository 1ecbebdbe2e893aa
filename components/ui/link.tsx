import { useTranslations } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes';
import { cn } from './class-names';
import { NextLink } from './next-link';

type NextProps = ComponentProps<typeof NextLink>;

/** A link in running text or a table. */
export function Link({ className, ...rest }: NextProps) {
  return (
    <NextLink
      {...rest}
      className={cn('rounded-sm font-medium text-accent-ink underline-offset-4 hover:underline', className)}
    />
  );
}

/** A link that looks like a button: it goes somewhere, it does nothing else. */
export function LinkButton({
  variant = 'secondary',
  size = 'md',
  className,
  ...rest
}: NextProps & { variant?: ButtonVariant; size?: ButtonSize }) {
  return <NextLink {...rest} className={buttonClasses(variant, size, className)} />;
}

/** A link out of the product, said so to readers. */
export function ExternalLink({ href, children, className }: { href: string; children: ReactNode; className?: string }) {
  const t = useTranslations('ui');
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={cn('rounded-sm font-medium text-accent-ink underline-offset-4 hover:underline', className)}
    >
      {children}
      <span className="sr-only"> {t('newTab')}</span>
    </a>
  );
}
