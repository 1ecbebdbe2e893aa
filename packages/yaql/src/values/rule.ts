import { KIND, Tagged } from '../primitives/kinds';

/** `key => value` once both sides have been evaluated. */
export class RuleValue extends Tagged {
  readonly kind = KIND.rule;
  constructor(
    readonly source: unknown,
    readonly destination: unknown,
  ) {
    super();
  }
}
