// Which file of the repository an import names.
import path from 'node:path';

const PACKAGE = /^@vetro\/([^/]+)$/;

/**
 * The path from the root that an import means, its ending left out where the import leaves it out; null for what is
 * installed and what Node brings.
 *
 * @param {string} specifier as the import has it
 * @param {string} importer path from the root, with slashes
 * @returns {string | null}
 */
export function ownModule(specifier, importer) {
  if (specifier.startsWith('@/')) return specifier.slice(2);
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(importer), specifier);
  const [, name] = PACKAGE.exec(specifier) ?? [];
  return name === undefined ? null : `packages/${name}/src/index`;
}
