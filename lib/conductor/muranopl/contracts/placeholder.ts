import { HostObject } from '@vetro/yaql';

/**
 * Stands for an object that a model refers to by an id that is not known yet: in the first pass of loading
 * alone. Every contract lets it through.
 */
class Placeholder extends HostObject {
  typeName(): string {
    return 'reference to an object that is not loaded yet';
  }
}

export const PLACEHOLDER: HostObject = new Placeholder();

/** Whether a value stands for an object that is not loaded yet. */
export function isPlaceholder(value: unknown): boolean {
  return value === PLACEHOLDER;
}
