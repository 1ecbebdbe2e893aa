'use client';
import { Input as Base } from '@base-ui/react/input';
import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { FOCUS_RING, INPUT_BOX, INPUT_SIZE } from './input-classes';

export type InputProps = Omit<ComponentProps<typeof Base>, 'className'> & { className?: string };

/** One line of text. */
export function Input({ className, ...rest }: InputProps) {
  return <Base {...rest} className={cn(INPUT_BOX, INPUT_SIZE, FOCUS_RING, className)} />;
}
