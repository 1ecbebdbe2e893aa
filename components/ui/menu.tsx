'use client';
import { Check } from 'lucide-react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cn } from './class-names';
import { useMenuParts } from './menu-parts';
import { NextLink } from './next-link';
import { onDemand } from './on-demand';
import { useOpener } from './opener';

const ITEM =
  'flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left outline-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 pointer-coarse:min-h-11';

const Popup = onDemand<ComponentProps<typeof import('./menu-popup').MenuPopup>>(
  async () => (await import('./menu-popup')).MenuPopup,
);

/** A list of things to do with what opened it. */
export function Menu({
  trigger,
  children,
  align = 'end',
  className,
}: {
  trigger: ReactElement;
  children: ReactNode;
  align?: 'start' | 'end';
  className?: string;
}) {
  const { opened, needed, trigger: opener } = useOpener(trigger, 'menu');
  return (
    <>
      {opener}
      {needed && (
        <Popup opened={opened} align={align} className={className}>
          {children}
        </Popup>
      )}
    </>
  );
}

/** One thing to do. With a reason it cannot be done now, and says why. */
export function MenuItem({
  icon,
  children,
  danger = false,
  hint,
  disabledReason = null,
  onSelect,
}: {
  icon?: ReactNode;
  children: ReactNode;
  danger?: boolean;
  /** what it does, in a sentence below it */
  hint?: string | undefined;
  disabledReason?: string | null;
  onSelect: () => void;
}) {
  const { Item } = useMenuParts();
  return (
    <Item
      disabled={disabledReason !== null}
      onClick={onSelect}
      className={cn(
        ITEM,
        danger && 'text-failed-text data-highlighted:bg-failed-bg',
        (disabledReason || hint) && 'items-start',
      )}
    >
      {icon}
      <span className="min-w-0">
        <span className={cn(disabledReason && 'opacity-60')}>{children}</span>
        {(disabledReason ?? hint) && (
          <span className="mt-0.5 block text-ink-muted text-xs">{disabledReason ?? hint}</span>
        )}
      </span>
    </Item>
  );
}

/** An entry that goes to another page. */
export function MenuLink({ icon, href, children }: { icon?: ReactNode; href: string; children: ReactNode }) {
  const { LinkItem } = useMenuParts();
  return (
    <LinkItem closeOnClick className={ITEM} render={<NextLink href={href} />}>
      {icon}
      {children}
    </LinkItem>
  );
}

/** One of several, the chosen one marked. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: { value: Value; label: string; hint?: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}) {
  const { RadioGroup, RadioItem, RadioItemIndicator } = useMenuParts();
  return (
    <RadioGroup value={value} onValueChange={onChange}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <RadioItem key={option.value} value={option.value} closeOnClick className={ITEM}>
          {option.icon}
          <span className="min-w-0 flex-1">
            {option.label}
            {option.hint && <span className="block text-ink-muted text-xs">{option.hint}</span>}
          </span>
          <RadioItemIndicator>
            <Check aria-hidden className="text-accent-ink" />
          </RadioItemIndicator>
        </RadioItem>
      ))}
    </RadioGroup>
  );
}

/** Words above a group of entries. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2.5 pt-2 pb-1 font-medium text-ink-muted text-xs">{children}</div>;
}

export function MenuSeparator() {
  const { Separator } = useMenuParts();
  return <Separator className="mx-1 my-1 h-px bg-line" />;
}
