import { Notice } from '@/components/ui/notice';
import type { FieldProblem } from '@/lib/model/field-problem';

/** What is wrong beside the fields of a form. */
export function ProblemsElsewhere({ problems }: { problems: readonly Pick<FieldProblem, 'path' | 'sentence'>[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="failed">
      {problems.map(({ path, sentence }) => (
        <p key={path + sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}
