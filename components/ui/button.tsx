'use client';
import { Button as BaseButton } from '@base-ui/react/button';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes';
import { Spinner } from './spinner';
import { Tooltip } from './tooltip';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'ref'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** under way: shows it, and ignores further presses */
  pending?: boolean;
  /** why it cannot be pressed now; the button stays reachable so that the reason can be read */
  disabledReason?: string | null;
  children: ReactNode;
}

/** A thing to press. Its words start with a verb. */
export function Button({
  variant = 'secondary',
  size = 'md',
  pending = false,
  disabled = false,
  disabledReason = null,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const off = disabled || pending || disabledReason !== null;
  const button = (
    <BaseButton
      {...rest}
      type={type}
      disabled={off}
      focusableWhenDisabled
      aria-busy={pending || undefined}
      aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
      className={buttonClasses(variant, size, className)}
    >
      {pending && <Spinner />}
      {children}
    </BaseButton>
  );
  if (!disabledReason) return button;
  return (
    <>
      <Tooltip text={disabledReason}>{button}</Tooltip>
      <span id={reasonId} className="sr-only">
        {disabledReason}
      </span>
    </>
  );
}
