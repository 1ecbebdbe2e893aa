const MANIFEST = 'manifest.yaml';

/** What archivers add by themselves. */
const FOREIGN = /(^|\/)(\.|__MACOSX(\/|$))/;

/**
 * The files of a package from those of its archive: hidden ones are left out, and a folder that holds everything is
 * taken off, since that is how many pack a folder.
 */
export function packageFilesOf(archive: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const files = [...archive].filter(([path]) => !FOREIGN.test(path));
  const folders = new Set(files.map(([path]) => path.split('/', 1)[0]));
  const [folder] = folders;
  const isWrapped = folders.size === 1 && files.some(([path]) => path === `${folder}/${MANIFEST}`);
  return new Map(isWrapped ? files.map(([path, bytes]) => [path.slice(`${folder}/`.length), bytes]) : files);
}
