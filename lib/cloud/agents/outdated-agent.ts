/** What is answered to a plan with secrets whose agent cannot fetch them, and cannot be updated. */
export const CANNOT_FETCH =
  'The plan was not carried out: it has secrets, and the agent of this machine is of an earlier release, which cannot fetch them. Update the agent, or replace the machine.';
