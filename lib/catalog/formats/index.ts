import { isUtf8 } from 'node:buffer';
import { formatOf, MANIFEST } from '@/lib/conductor/muranopl';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { PackageFormat, PackageReading } from '../catalog-package';
import { blueprint } from './blueprint';
import { hot } from './hot';
import { muranoPl } from './muranopl';
import { vetro } from './vetro';

/** Every format that packages may have. */
export const PACKAGE_FORMATS: readonly PackageFormat[] = [vetro, muranoPl, blueprint, hot];

/** @throws Error for a name that no format has */
export function formatNamed(name: string): PackageFormat {
  const found = PACKAGE_FORMATS.find((format) => format.name === name);
  if (!found) throw new Error(`There is no format of packages "${name}".`);
  return found;
}

/** What a manifest may say of its format. */
const KNOWN_FORMATS = 'Vetro/1.0, Blueprint/1.0, MuranoPL/1.0 to MuranoPL/1.6, Heat.HOT/1.0';

/**
 * Reads a package of whichever format it says.
 *
 * @param label begins the file names in problems
 * @returns the format that read it; the first one for a package without a readable manifest, which then says so
 */
export function readPackage(
  given: ReadonlyMap<string, Uint8Array>,
  label: string,
): PackageReading & { format: PackageFormat } {
  const { files, problems: unread } = readTexts(given, label);
  const manifest = files.get(MANIFEST);
  const written = manifest && formatOf(MANIFEST, new TextDecoder().decode(manifest));
  const found = PACKAGE_FORMATS.find(({ recognises }) => written !== undefined && recognises(written?.text ?? null));
  const format = found ?? vetro;
  if (!found && written) return { format, package: null, problems: [...unread, unknownFormat(written, label)] };
  const { package: pack, problems, partial } = format.read(files, label);
  const readable = pack ?? partial;
  if (unread.length === 0) return { format, package: pack, problems, ...(partial ? { partial } : {}) };
  return { format, package: null, problems: [...unread, ...problems], ...(readable ? { partial: readable } : {}) };
}

function unknownFormat({ text, line }: { text: string; line: number }, label: string): PackageProblem {
  const sentence = `Packages of the format "${text}" cannot be read here; known are ${KNOWN_FORMATS}.`;
  return { file: `${label}/${MANIFEST}`, path: 'Format', line, code: 'unknown_format', sentence };
}

/** Files that are read as text, whatever the format. */
const TEXT = /\.(?:ya?ml|json|xml|template|ps1|psm1|sh|py|txt|md|svg|html)$/i;

/**
 * Files as their formats read them: texts in UTF-8. What Windows writes as Unicode, UTF-16 with its mark, is read; a text
 * in any other encoding is refused, as what was read of it would be another text.
 */
function readTexts(
  given: ReadonlyMap<string, Uint8Array>,
  label: string,
): { files: ReadonlyMap<string, Uint8Array>; problems: PackageProblem[] } {
  const problems: PackageProblem[] = [];
  const files = [...given].map(([file, bytes]): [string, Uint8Array] => {
    if (!TEXT.test(file)) return [file, bytes];
    const text = utf16Of(bytes);
    if (text !== null) return [file, new TextEncoder().encode(text)];
    if (!isUtf8(bytes)) {
      const sentence =
        'This file is neither UTF-8 nor UTF-16 with a byte order mark: it has a byte that belongs to no character. Save it as UTF-8.';
      problems.push({ file: `${label}/${file}`, path: '', code: 'not_utf8', sentence });
    }
    return [file, bytes];
  });
  return { files: new Map(files), problems };
}

/** The text of a file that begins as UTF-16 does; null for any other, and for one that is no UTF-16 after all. */
function utf16Of(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  if (encoding === null) return null;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
