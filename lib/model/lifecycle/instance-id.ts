const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * The id of an instance: its node, and six characters that follow from the seed, so that a replay makes the same.
 *
 * @param seed of the deployment
 * @param entity node or group
 * @param index which of its instances
 * @param taken ids that exist
 */
export function instanceId(seed: string, entity: string, index: number, taken: { has(id: string): boolean }): string {
  for (let attempt = 0; ; attempt += 1) {
    const id = `${entity}_${suffix(`${seed}/${entity}/${index}/${attempt}`)}`;
    if (!taken.has(id)) return id;
  }
}

/** Six characters of a text (FNV-1a, 32 bits, then mixed as MurmurHash3 ends). */
function suffix(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  let rest = (hash ^ (hash >>> 16)) >>> 0;
  let result = '';
  for (let at = 0; at < 6; at += 1) {
    result += ALPHABET[rest % 36];
    rest = Math.floor(rest / 36);
  }
  return result;
}
