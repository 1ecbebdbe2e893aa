import type { FieldProblem, VetroError } from '@/lib/errors';
import { firstFieldProblems } from '@/lib/model/field-problem';

/** The longest sentence of an answer, in characters: it may repeat what was sent, which is as long as a body at most. */
const MAX_SENTENCE_CHARACTERS = 2_000;

/** What an answer says of an error: as much as anybody reads, however much was wrong. */
export function boundedError({ sentence, fields }: Pick<VetroError, 'sentence' | 'fields'>): {
  sentence: string;
  fields: FieldProblem[];
} {
  return {
    sentence: shortened(sentence),
    fields: firstFieldProblems(fields).map((field) => ({
      ...field,
      path: shortened(field.path),
      sentence: shortened(field.sentence),
    })),
  };
}

function shortened(text: string): string {
  return text.length <= MAX_SENTENCE_CHARACTERS ? text : `${text.slice(0, MAX_SENTENCE_CHARACTERS)}…`;
}
