import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names; of two that set the same thing the later wins, so a caller can adjust a primitive. */
export function cn(...classes: ClassValue[]): string {
  return twMerge(clsx(classes));
}
