const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The first field that an object of a JSON text has twice: reading the text keeps one of its values alone. Null when there
 * is none.
 *
 * @param json a text that can be read
 */
export function repeatedFieldIn(json: string): string | null {
  /** the fields so far of each object that is open at a place; null before its first */
  const open: (Set<string> | null)[] = [];
  let text = '';
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfText(json, at);
        text = json.slice(at, end + 1);
        at = end;
        break;
      }
      case COLON: {
        const name: string = text.includes('\\') ? JSON.parse(text) : text.slice(1, -1);
        const fields = open[open.length - 1] ?? new Set();
        if (fields.has(name)) return name;
        open[open.length - 1] = fields.add(name);
        break;
      }
      case OBJECT:
      case LIST:
        open.push(null);
        break;
      case OBJECT_END:
      case LIST_END:
        open.pop();
        break;
    }
  }
  return null;
}

/** The place of the quotation mark that ends a text. */
function endOfText(json: string, begin: number): number {
  let at = begin + 1;
  while (json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
