'use client';
import { type ComponentProps, type MouseEvent, type ReactNode, type SyntheticEvent, useId } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes';
import { cn } from './class-names';
import { Spinner } from './spinner';
import { Tooltip } from './tooltip';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'ref'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** under way: shows it, and ignores further presses */
  pending?: boolean;
  /** takes a press while it is under way, where the press means something */
  onPendingPress?: (() => void) | undefined;
  /** why it cannot be pressed now; the button stays reachable so that the reason can be read */
  disabledReason?: string | null;
  /** pressed many times in a row, as a stepper is: the second press of a double-click counts, too */
  repeatable?: boolean;
  children: ReactNode;
}

const ignore = (event: SyntheticEvent) => event.preventDefault();

/** A button that is off can still be reached, so that its reason can be read; presses do nothing. */
const OFF = {
  'aria-disabled': true,
  'data-disabled': '',
  onClick: ignore,
} as const;

/** Does nothing at the second press of a double-click: what the first one began is not shown as pending yet. */
function onceAClick(onClick: ButtonProps['onClick']) {
  return (event: MouseEvent<HTMLButtonElement>) => {
    if (event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
}

/** A thing to press. Its words start with a verb. */
export function Button({
  variant = 'secondary',
  size = 'md',
  pending = false,
  onPendingPress,
  disabled = false,
  disabledReason = null,
  repeatable = false,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const off = disabled || pending || disabledReason !== null;
  const button = (
    <button
      {...rest}
      onClick={repeatable ? onClick : onceAClick(onClick)}
      {...(off ? OFF : {})}
      {...(pending && disabledReason === null && onPendingPress ? { onClick: onceAClick(onPendingPress) } : {})}
      type={type}
      aria-busy={pending || undefined}
      aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
      className={buttonClasses(variant, size, cn('relative', className))}
    >
      {/* In the place of the words: a button keeps its width, and what stands beside it stays where it is. */}
      <span className={cn('contents', pending && 'text-transparent')}>{children}</span>
      {pending && (
        <span className="absolute inset-0 grid place-items-center forced-colors:hidden">
          <Spinner />
        </span>
      )}
    </button>
  );
  // The same tree with and without a reason: a button that is mounted anew loses the focus, and the press on it.
  return (
    <>
      <Tooltip text={disabledReason}>{button}</Tooltip>
      {disabledReason && (
        <span id={reasonId} className="sr-only">
          {disabledReason}
        </span>
      )}
    </>
  );
}
