import { type ClassValue, clsx } from 'clsx';
import { mergeClasses } from './class-merge';

/** Joins class names; of two that set the same thing the later wins, so a caller can adjust a primitive. */
export function cn(...classes: ClassValue[]): string {
  return mergeClasses(clsx(classes));
}
