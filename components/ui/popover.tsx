'use client';
import type { ComponentProps, ReactElement } from 'react';
import { onDemand } from './on-demand';
import { useOpener } from './opener';

type PopupProps = ComponentProps<typeof import('./popover-popup').PopoverPopup>;

const Popup = onDemand<PopupProps>(async () => (await import('./popover-popup')).PopoverPopup);

/** A small panel beside the thing that opened it. */
export function Popover({
  trigger,
  side = 'bottom',
  align = 'center',
  ...rest
}: Omit<PopupProps, 'opened' | 'side' | 'align'> &
  Partial<Pick<PopupProps, 'side' | 'align'>> & { trigger: ReactElement }) {
  const { opened, needed, trigger: opener } = useOpener(trigger, 'dialog');
  return (
    <>
      {opener}
      {needed && <Popup {...rest} opened={opened} side={side} align={align} />}
    </>
  );
}
