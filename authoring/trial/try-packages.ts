import path from 'node:path';
import type { Client, Product } from '@/lib/api/testing/product';
import type { CatalogPackage } from '@/lib/catalog/catalog-package';
import { readPackage } from '@/lib/catalog/formats';
import { writeZip } from '@/lib/formats/archive/write-zip';
import { comparePackageVersions } from '@/lib/formats/package/manifest';
import { describeError } from '../describe-error';
import { importedIn, problemLines, upload } from '../installation';
import { type Files, readFiles } from '../read-files';
import { type StageEnd, type Trial, tryPackage } from './trial';

/** How a package got through, and where it was found. */
export interface PackageTrial {
  source: string;
  stages: { imports: StageEnd } & Pick<Trial, 'form' | 'deploys' | 'action'>;
  notExecuted: readonly string[];
}

interface Archive {
  source: string;
  files: Files;
}

interface PackageVersion {
  name: string;
  version: string;
}

type Import = ({ kind: 'imported' } & PackageVersion) | { kind: 'refused' | 'taken'; reason: string };

/**
 * Imports packages and tries each. Packages of one name have a tenant each in which they are the newest, with all others
 * beside them.
 *
 * @param onTried calls back for each that is over
 */
export async function tryPackages(
  product: Product,
  folder: string,
  sources: readonly string[],
  onTried: (trial: PackageTrial) => void,
): Promise<PackageTrial[]> {
  const trials = new Map<string, PackageTrial>();
  const tried = (source: string, trial: Omit<PackageTrial, 'source'>) => {
    const whole = { source: path.relative(folder, source) || path.basename(source), ...trial };
    trials.set(source, whole);
    onTried(whole);
  };
  const archives: Archive[] = [];
  for (const source of sources) {
    try {
      archives.push({ source, files: await readFiles(source) });
    } catch (error) {
      tried(source, refused(describeError(error)));
    }
  }
  const catalogOf = async (number: number, order: readonly Archive[]) => {
    const client = await product.clientOf(`trial-${number}`, `Trial ${number}`, 'admin');
    return { client, imports: await importAll(product.url, client, order) };
  };
  const all = await catalogOf(1, archives);
  const nameOf = (archive: Archive) => {
    const end = all.imports.get(archive);
    return end?.kind === 'imported' ? end.name : null;
  };
  const shadowed: Archive[] = [];
  for (const archive of archives) {
    const end = all.imports.get(archive);
    if (end?.kind === 'refused') tried(archive.source, refused(end.reason));
    else if (end?.kind === 'imported' && end.version === newestOf(all.imports, end.name)) {
      tried(archive.source, await attempt(all.client, end));
    } else shadowed.push(archive);
  }
  for (const [index, archive] of shadowed.entries()) {
    const name = nameOf(archive);
    const beside = archives.filter((one) => one !== archive && (name === null || nameOf(one) !== name));
    const { client, imports } = await catalogOf(index + 2, [archive, ...beside]);
    const end = imports.get(archive);
    tried(archive.source, end?.kind === 'imported' ? await attempt(client, end) : refused(end?.reason ?? ''));
  }
  return sources.flatMap((source) => trials.get(source) ?? []);
}

/** The newest version of a package among those that were imported. */
function newestOf(imports: ReadonlyMap<Archive, Import>, name: string): string | undefined {
  const versions = [...imports.values()].flatMap((end) =>
    end.kind === 'imported' && end.name === name ? end.version : [],
  );
  return versions.sort(comparePackageVersions).at(-1);
}

async function attempt(
  client: Client,
  { name, version }: { name: string; version: string },
): Promise<Omit<PackageTrial, 'source'>> {
  try {
    const { notExecuted, ...stages } = await tryPackage(client, name, version);
    return { stages: { imports: { end: 'yes' }, ...stages }, notExecuted };
  } catch (error) {
    const failed: StageEnd = { end: 'no', reason: describeError(error) };
    return { stages: { imports: { end: 'yes' }, form: failed, deploys: failed, action: failed }, notExecuted: [] };
  }
}

function refused(reason: string): Omit<PackageTrial, 'source'> {
  const untried: StageEnd = { end: 'none', reason: 'not tried' };
  const stages = { imports: { end: 'no', reason } as const, form: untried, deploys: untried, action: untried };
  return { stages, notExecuted: [] };
}

/**
 * Imports packages in the order in which they need each other: those that are refused again, as long as others came in,
 * and then each together with those that it requires of the ones that wait.
 */
async function importAll(url: string, client: Client, archives: readonly Archive[]): Promise<Map<Archive, Import>> {
  const ends = new Map<Archive, Import>();
  let waiting = archives;
  const isWaiting = (archive: Archive) => ends.get(archive)?.kind === 'refused';
  for (let before = Number.POSITIVE_INFINITY; waiting.length > 0 && waiting.length < before; ) {
    before = waiting.length;
    for (const archive of waiting) ends.set(archive, await importOne(url, client, archive.files));
    const packs = new Map(waiting.filter(isWaiting).map((archive) => [archive, packOf(archive)]));
    for (const archive of packs.keys()) {
      const together = isWaiting(archive) ? [...closureOf(archive, packs)].filter(isWaiting) : [];
      if (together.length < 2) continue;
      const folders = together.flatMap(({ files }, at) =>
        [...files].map(([file, bytes]) => [`${at}/${file}`, bytes] as const),
      );
      const answer = await uploaded(url, client, new Map(folders));
      const taken = answer.kind === 'imported' ? answer.packages : [];
      for (const [at, one] of taken.entries()) ends.set(together[at] as Archive, { kind: 'imported', ...one });
    }
    waiting = waiting.filter(isWaiting);
  }
  return ends;
}

/** A package with those that it requires among some, directly or by way of others. */
function closureOf(archive: Archive, among: ReadonlyMap<Archive, CatalogPackage | undefined>): Set<Archive> {
  const found = new Set([archive]);
  for (const one of found) {
    const requires = among.get(one)?.requires;
    for (const [other, pack] of among) if (pack && requires?.has(pack.name)) found.add(other);
  }
  return found;
}

function packOf({ files }: Archive): CatalogPackage | undefined {
  const { package: whole, partial } = readPackage(files, 'package');
  return whole ?? partial;
}

async function importOne(url: string, client: Client, files: Files): Promise<Import> {
  const answer = await uploaded(url, client, files);
  return answer.kind === 'imported' ? { kind: 'imported', ...(answer.packages[0] as PackageVersion) } : answer;
}

async function uploaded(
  url: string,
  { token }: Client,
  files: Files,
): Promise<{ kind: 'imported'; packages: PackageVersion[] } | Exclude<Import, { kind: 'imported' }>> {
  const { status, answer } = await upload({ url, token, archive: await writeZip(files), isPublic: false });
  if (status !== 200) {
    return { kind: status === 409 ? 'taken' : 'refused', reason: problemLines(answer, status).join(' ') };
  }
  const packages = importedIn(answer).map(({ fully_qualified_name: name, version }) => ({
    name: String(name),
    version: String(version),
  }));
  return { kind: 'imported', packages };
}
