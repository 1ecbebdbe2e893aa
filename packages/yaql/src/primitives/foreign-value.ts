import { KIND, Tagged } from './kinds';

/** An object of the host as a value: opaque, but for its name, its text, its truth and what it is equal to. */
export abstract class ForeignValue extends Tagged {
  readonly kind = KIND.foreign;

  /** What the object is called in error messages, for example `io.murano.Environment`. */
  abstract typeName(): string;

  /** Whether `=` holds. */
  equals(other: unknown): boolean {
    return this === other;
  }

  /** What `str()` writes. */
  toText(): string {
    return `<${this.typeName()}>`;
  }

  /** Whether the object counts as true. */
  isTrue(): boolean {
    return true;
  }
}
