'use client';
import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import NextLink from 'next/link';
import type { ReactElement, ReactNode } from 'react';
import { cn } from './class-names';
import { POPUP } from './popover';

const ITEM =
  'flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-left outline-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 pointer-coarse:min-h-11';

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
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-50 outline-none">
          <Base.Popup className={cn(POPUP, 'min-w-48 max-w-80 p-1', className)}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** One thing to do. With a reason it cannot be done now, and says why. */
export function MenuItem({
  icon,
  children,
  danger = false,
  disabledReason = null,
  onSelect,
}: {
  icon?: ReactNode;
  children: ReactNode;
  danger?: boolean;
  disabledReason?: string | null;
  onSelect: () => void;
}) {
  return (
    <Base.Item
      disabled={disabledReason !== null}
      onClick={onSelect}
      className={cn(ITEM, danger && 'text-failed-text data-highlighted:bg-failed-bg', disabledReason && 'items-start')}
    >
      {icon}
      <span className="min-w-0">
        <span className={cn(disabledReason && 'opacity-60')}>{children}</span>
        {disabledReason && <span className="mt-0.5 block text-ink-muted text-xs">{disabledReason}</span>}
      </span>
    </Base.Item>
  );
}

/** An entry that goes to another page. */
export function MenuLink({ icon, href, children }: { icon?: ReactNode; href: string; children: ReactNode }) {
  return (
    <Base.LinkItem closeOnClick className={ITEM} render={<NextLink href={href} />}>
      {icon}
      {children}
    </Base.LinkItem>
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
  return (
    <Base.RadioGroup value={value} onValueChange={onChange}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} closeOnClick className={ITEM}>
          {option.icon}
          <span className="min-w-0 flex-1">
            {option.label}
            {option.hint && <span className="block text-ink-muted text-xs">{option.hint}</span>}
          </span>
          <Base.RadioItemIndicator>
            <Check aria-hidden className="text-accent-ink" />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

/** Words above a group of entries. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <div className="px-2.5 pt-2 pb-1 font-medium text-ink-muted text-xs">{children}</div>;
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />;
}
