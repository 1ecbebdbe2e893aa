import { parseYaml } from '@/lib/formats/yaml/nesting';
import { isObject, type Json } from '@/lib/model/json';

/** Longer ones are not read here, where everybody waits. */
const MAX_CHARACTERS = 10_000;

/**
 * What a change that rules ask for does, in words.
 *
 * @param text as rules write it: `set-property: {object_id: …, prop_name: …, value: …}`
 * @param nameOf what people call an object
 * @returns one sentence for each action; the text itself where nothing can be read of it
 */
export function modificationSentence(text: string, nameOf: (id: string) => string): string {
  if (text.length > MAX_CHARACTERS) return text;
  let actions: Json = null;
  try {
    actions = parseYaml(text, 0) as Json;
  } catch {
    return text;
  }
  if (!isObject(actions)) return text;
  return Object.entries(actions)
    .map(([action, given]) => {
      if (!isObject(given)) return text;
      const value = (key: string) => {
        const found = given[key] ?? null;
        return typeof found === 'string' ? found : JSON.stringify(found);
      };
      const named = (key: string) => nameOf(value(key));
      switch (action) {
        case 'set-property':
          return `Sets ${value('prop_name')} of ${named('object_id')} to ${value('value')}.`;
        case 'remove-relation':
          return `Takes ${value('prop_name')} of ${named('object_id')} away.`;
        case 'add-relation':
          return `Sets ${value('relation')} of ${named('source_id')} to ${named('target_id')}.`;
        case 'add-object':
          return `Adds ${value('type')} to ${named('owner_id')} as ${value('owner_relation')}.`;
        case 'remove-object':
          return `Removes ${named('object_id')}.`;
        default:
          return text;
      }
    })
    .join(' ');
}
