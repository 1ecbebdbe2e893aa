/** A picture for a service or a class, as it is sent. */
export interface Icon {
  contentType: string;
  body: string | Uint8Array<ArrayBuffer>;
}

/** What packages written for Murano call theirs when the manifest does not say. */
const USUAL = 'logo.png';

const SIGNATURES: readonly [contentType: string, beginning: RegExp][] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
];

/** Shown for a package that brings no picture: a plain box. */
const PLAIN: Icon = {
  contentType: 'image/svg+xml; charset=utf-8',
  body:
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#64748b" stroke-width="1.75" ' +
    'stroke-linejoin="round"><path d="M12 3 20 7.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9"/></svg>',
};

/**
 * The picture of a package written in MuranoPL. What the file is decides, not how it is called; a drawing
 * is not taken, since it may hold scripts.
 *
 * @param files of the package, by path
 * @param named `Logo` of its manifest
 */
export function packageIcon(files: ReadonlyMap<string, Uint8Array>, named: string | undefined): Icon {
  const bytes = files.get(named ?? USUAL);
  if (!bytes) return PLAIN;
  const beginning = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const found = SIGNATURES.find(([, signature]) => signature.test(beginning));
  return found ? { contentType: found[0], body: new Uint8Array(bytes) } : PLAIN;
}
