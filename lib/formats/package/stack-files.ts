import type { JsonObject } from '@/lib/model/json';
import { withFileTexts } from '../hot/files';

/** Files that stack templates of a package name by `get_file`. */
export const STACK_FILES = /^Resources\/files\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

const FOLDER = 'Resources/files/';

/**
 * A stack template with the text of each file in the place of `get_file`.
 *
 * @param files of the package, by their paths
 * @param missing told of a file that is not there, with the place that names it
 */
export function withStackFiles(
  template: JsonObject,
  files: ReadonlyMap<string, string>,
  missing: (path: string, sentence: string) => void,
): JsonObject {
  return withFileTexts(template, (name, path) => {
    const text = files.get(`${FOLDER}${name}`);
    if (text === undefined) missing(path, `There is no file ${FOLDER}${name}.`);
    return literalText(text ?? '');
  });
}

/** A text that stays what it is in a template with `$names`. */
export function literalText(text: string): string {
  return text.replaceAll('${', () => '$${').replace(/^\$(?=[A-Za-z_][\w.-]*$)/, () => '$$');
}
