import { errors } from '@/lib/errors';
import { INVISIBLE_CHARACTERS, isVisibleLine } from '@/lib/model/visible-line';

const LONGEST = 255;

/**
 * An environment's name as it is stored: trimmed, 1 to 255 characters, all of them seen.
 *
 * @throws invalid_input with field `name`
 */
export function environmentName(given: string): string {
  const name = given.trim();
  const problem =
    name === ''
      ? { code: 'required', sentence: 'Give the environment a name.' }
      : name.length > LONGEST
        ? { code: 'too_long', sentence: `A name has at most ${LONGEST} characters; this one has ${name.length}.` }
        : !isVisibleLine(name)
          ? { code: 'bad_characters', sentence: INVISIBLE_CHARACTERS }
          : null;
  if (problem)
    throw errors.invalidInput('The name of the environment needs correction.', [{ path: 'name', ...problem }]);
  return name;
}

/** The refusal of a name that another living environment of the tenant has. */
export function nameTakenError(name: string) {
  return errors.conflict(
    'environment_name_taken',
    `There is already an environment named "${name}". Choose another name, or delete that one first.`,
    { fields: [{ path: 'name', code: 'taken', sentence: 'This name is taken.' }] },
  );
}
