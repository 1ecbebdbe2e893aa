const MANIFEST = 'manifest.yaml';

/** What archivers add by themselves. */
const FOREIGN = /(^|\/)(\.|__MACOSX(\/|$))/;

type Files = ReadonlyMap<string, Uint8Array>;

/**
 * The files of a package from those of its archive: hidden ones are left out, and a folder that holds everything is
 * taken off, since that is how many pack a folder.
 */
export function packageFilesOf(archive: Files): Files {
  const files = ownFiles(archive);
  const folder = onlyFolder(files);
  return folder !== null && files.has(`${folder}/${MANIFEST}`) ? filesIn(folder, files) : files;
}

/**
 * The packages of an archive: one, or several in a folder each. What stands beside the folders of several, such as a text
 * about them, is of no package.
 *
 * @returns files by path from the root of their package; `folder` is null where the archive is one package
 */
export function packagesOf(archive: Files): { folder: string | null; files: Files }[] {
  const all = ownFiles(archive);
  const outer = onlyFolder(all);
  const files = outer === null ? all : filesIn(outer, all);
  const folders = [...files.keys()].flatMap((path) => /^([^/]+)\/manifest\.yaml$/.exec(path)?.[1] ?? []);
  if (files.has(MANIFEST) || folders.length < 2) return [{ folder: null, files: packageFilesOf(archive) }];
  return folders.sort().map((folder) => ({ folder, files: filesIn(folder, files) }));
}

function ownFiles(archive: Files): Files {
  return new Map([...archive].filter(([path]) => !FOREIGN.test(path)));
}

/** The folder that holds everything; null where there is none. */
function onlyFolder(files: Files): string | null {
  const [folder, ...others] = new Set([...files.keys()].map((path) => path.split('/', 1)[0]));
  return folder === undefined || others.length > 0 || files.has(folder) ? null : folder;
}

function filesIn(folder: string, files: Files): Files {
  const start = `${folder}/`;
  return new Map(
    [...files].flatMap(([path, bytes]) => (path.startsWith(start) ? [[path.slice(start.length), bytes]] : [])),
  );
}
