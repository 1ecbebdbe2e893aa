import type { Template } from '../source/value';
import type { MetaDeclaration } from './declarations';
import { isNothing, listed } from './fields';
import { readTypeName } from './namespaces';
import type { Reader } from './reader';

/** Reads `Meta:`: the name of a class, a mapping of it to values for its properties, or a list of either. */
export function readMeta(
  template: Template | undefined,
  reader: Pick<Reader, 'namespaces' | 'problems'>,
): MetaDeclaration[] {
  return listed(template).flatMap((item) => {
    const entries: readonly { key: Template; value?: Template }[] =
      item.kind === 'map' ? item.entries : [{ key: item }];
    if (entries.length > 1) {
      reader.problems.error('bad_meta', 'Metadata of several classes are a list, with an item for each.', item.place);
    }
    return entries.flatMap(({ key, value }) => {
      const type = readTypeName(key, 'A class of metadata', reader.namespaces, reader.problems);
      return type ? { type, properties: isNothing(value) ? undefined : value } : [];
    });
  });
}
