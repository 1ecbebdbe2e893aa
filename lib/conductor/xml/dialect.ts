/**
 * The few points where Vetro differs on purpose from what the Murano v0.2 engine did, each one named.
 * Packages run in `VETRO`; the recorded traces of the original engine are judged with its own answers
 * (conformance/xmldsl/murano-dialect.ts). Everything else is the same code for both.
 */
export interface Dialect {
  /** a plan some of whose commands failed runs only the failure block, or the success block too */
  mixedAnswer: 'failure' | 'both';
  /** a plan answered without any result is a success, or runs neither block */
  emptyAnswer: 'success' | 'neither';
  /** a `$key` without a mapping stops the step, or stays in the text */
  missingKey: 'error' | 'keep';
  /** `default` stands in for null alone, or for every false value */
  defaultFor: 'null' | 'falsy';
  /** `<set path="a.b">` where `a` is null creates the object, or is an error */
  throughNull: 'create' | 'error';
  /** the error variable tells everything known, or what 0.2 told */
  errorShape: 'full' | 'murano-0.2';
  /**
   * an error in one handler is raised once the other answers of the round are handled, or at once;
   * 0.2 also swallowed errors in success blocks of stack updates
   */
  handlerError: 'after-round' | 'at-once';
  /** a stack that could not be deleted runs the failure block (an error without one), or the success block */
  failedDelete: 'failure' | 'success';
  /** a stack that would not change is left alone, or updated again */
  unchangedStack: 'skip' | 'update';
  /** a command for a unit that the model does not have fails at once, or is sent and waited for */
  unknownUnit: 'error' | 'send';
}

export const VETRO: Dialect = {
  mixedAnswer: 'failure',
  emptyAnswer: 'success',
  missingKey: 'error',
  defaultFor: 'null',
  throughNull: 'create',
  errorShape: 'full',
  handlerError: 'after-round',
  failedDelete: 'failure',
  unchangedStack: 'skip',
  unknownUnit: 'error',
};
