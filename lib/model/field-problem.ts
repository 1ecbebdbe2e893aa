/** One bad field: where (`units.0.recoveryPassword`), a stable code, and a sentence that says what to do. */
export interface FieldProblem {
  path: string;
  code: string;
  sentence: string;
}
