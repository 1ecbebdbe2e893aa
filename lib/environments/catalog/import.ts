import type { CatalogPackage, CatalogVersion } from '@/lib/catalog/catalog-package';
import { takenNames } from '@/lib/catalog/name-problems';
import { newPackage } from '@/lib/catalog/new-package';
import type { UnpackedPackage } from '@/lib/catalog/package-digest';
import { packagesInvalid } from '@/lib/catalog/package-problems';
import type { ReadPackage } from '@/lib/catalog/reading/package-readers';
import { inOrder, linkProblems, requirementsOf } from '@/lib/catalog/requirements';
import { PACKAGES_SIGNAL } from '@/lib/catalog/signal';
import { recordAudit } from '@/lib/db/audit';
import { signal } from '@/lib/db/event-hub';
import { addPackage } from '@/lib/db/packages';
import { transaction } from '@/lib/db/transaction';
import { errors, type VetroError } from '@/lib/errors';
import { archiveInvalid } from '@/lib/formats/archive/read-zip';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { PackageView } from '@/lib/model/package-view';
import { auditOf, type Context, requireRole, requireSystemAdmin, type UseCaseCall } from '../context';
import { packageViews } from './view';

/** How much a package may hold, unpacked. */
const PACKAGE_LIMITS = { files: 2_000, bytes: 64 * 1024 * 1024 };

/** So many versions of one package a tenant may have of its own, and so many packages in all versions; so may everybody. */
const MAX_VERSIONS = 100;
const MAX_PACKAGES = 1_000;

/** How much a tenant's own packages may hold in all versions, in bytes; the same for what is everybody's. */
const TENANT_LIMIT_BYTES = 512 * 1024 * 1024;

/** Storing a large package may take long, in milliseconds. */
const LONGEST_WRITE_MS = 60_000;

/** A package that is to be imported. */
interface ImportedPackage {
  content: ReadPackage;
  digested: UnpackedPackage;
}

/**
 * Takes the packages of an archive into the catalog, for the actor's tenant or for everybody: all or none. They are
 * checked as those that ship are, together with the packages that they require; those of one archive may require each
 * other.
 *
 * @param input `archive`: the file of a zip with `manifest.yaml` at its root or in its only folder, or in several folders;
 *   `isPublic`: for everybody, which only who administers the installation may; `isOne`: several are refused
 * @returns the packages, by their folders
 * @throws forbidden `role_too_low`, `not_a_system_admin`; invalid_input `archive_invalid`, `packages_invalid` with file
 *   and line of everything wrong; conflict `package_already_there` for the same content again, as Murano answers,
 *   `package_version_taken` for other content under a version that is there, `package_name_taken` for a name that is everybody's; limit_exceeded `packages_too_large`
 */
export async function importPackages({
  ctx,
  input,
}: UseCaseCall<{ archive: string; isPublic: boolean; isOne: boolean }>): Promise<PackageView[]> {
  if (input.isPublic) requireSystemAdmin(ctx.actor);
  else requireRole(ctx, 'admin');
  const { actor, catalog, db } = ctx;
  const tenantId = input.isPublic ? '' : actor.tenantId;
  const unpacked = await catalog.unpack(input.archive, PACKAGE_LIMITS);
  if (input.isOne && unpacked.length > 1) {
    throw archiveInvalid(
      'Name and description are those of one package, and this archive has several. Leave them out.',
    );
  }
  const imported = await readEach(ctx, unpacked);
  const packs = imported.map(({ content }) => content.pack);
  const where = whereIn(imported);
  const versions = await catalog.versions(actor.tenantId);
  for (const { content, digested } of imported) {
    const { name, version } = content.pack;
    if (versions.some((one) => one.current && one.digest === digested.digest && one.tenantId === tenantId)) {
      throw alreadyThere(content.pack);
    }
    refuseTaken(versions, { name, version, tenantId });
  }
  refuseTooMany(versions, packs, tenantId);
  refuseTooLarge(
    versions,
    tenantId,
    imported.map(({ digested }) => digested.files),
  );
  await refuseUnfit();
  const added = imported.map(({ content, digested }) =>
    newPackage(content, digested, { tenantId, createdBy: actor.userId }),
  );
  await transaction(
    db,
    async (tx) => {
      for (const one of added) {
        const { name, version, digest } = one;
        if (!(await addPackage(tx, one))) throw alreadyThere(one);
        const details = { name, version, digest, public: input.isPublic };
        await recordAudit(tx, auditOf(ctx, 'package.import', 'package', name, details));
        await signal(tx, PACKAGES_SIGNAL, name);
      }
    },
    LONGEST_WRITE_MS,
  );
  catalog.forget();
  const now = await catalog.versions(actor.tenantId);
  const stored = imported.map(({ content: { pack }, digested: { digest } }) => {
    const found = now.find((one) => one.digest === digest && one.tenantId === tenantId);
    if (!found) throw errors.notFound('package_not_found', 'The package was removed while it was imported.');
    return { ...found, pack };
  });
  return packageViews(ctx, stored);

  /** Everything between the packages and what they would run with. */
  async function refuseUnfit(): Promise<void> {
    const isImported = (name: string) => packs.some((pack) => pack.name === name);
    const others = (await catalog.newest(actor.tenantId))
      .filter((one) => !isImported(one.name) && (tenantId !== '' || one.tenantId === ''))
      .map((one) => one.pack);
    const beside = [...others, ...(await catalog.furtherVersions(tenantId, [...others, ...packs]))];
    // an older version that others require is beside the new one, and no package of its name
    const packages = [...beside.filter(({ name }) => !isImported(name)), ...packs];
    const needing = others.map((user) => ({ user, needed: requirementsOf(user, [...packs, ...beside]) }));
    const own = linkProblems(packages, catalog.brought).filter(({ file }) => isImported(file.split('/', 1)[0] ?? ''));
    const taken = packs.flatMap((pack) =>
      takenNames(
        pack,
        needing.filter(({ needed }) => needed.has(pack)),
      ),
    );
    const wrong = [...own, ...taken];
    if (wrong.length > 0) throw packagesInvalid(wrong, where);
    const together = inOrder([...new Set(packs.flatMap((pack) => [...requirementsOf(pack, packages), pack]))]);
    const isOfOthers = ({ file }: PackageProblem) => others.some(({ name }) => file.startsWith(`${name}/`));
    const found = (await catalog.checkTogether(together)).filter((problem) => !isOfOthers(problem));
    if (found.length > 0) throw packagesInvalid(found, where);
  }
}

/** Where problems are, for people. */
function whereIn(packages: readonly unknown[]): string {
  return packages.length === 1 ? 'in this package' : 'in these packages';
}

/** Each package by itself, checked. @throws invalid_input `packages_invalid` with what is wrong in any of them */
async function readEach({ catalog }: Context, unpacked: readonly UnpackedPackage[]): Promise<ImportedPackage[]> {
  const imported: ImportedPackage[] = [];
  const problems: PackageProblem[] = [];
  for (const digested of unpacked) {
    const checked = await catalog.check(digested, digested.folder ?? 'package');
    problems.push(...checked.problems);
    if (checked.content) imported.push({ content: checked.content, digested });
  }
  if (imported.length < unpacked.length) throw packagesInvalid(problems, whereIn(unpacked));
  return imported;
}

function alreadyThere({ name, version }: Pick<PackageKey, 'name' | 'version'>): VetroError {
  return errors.conflict(
    'package_already_there',
    `Version ${version} of ${name} is in the catalog already, with this very content.`,
  );
}

type PackageKey = Pick<CatalogVersion, 'name' | 'version' | 'tenantId'>;

function refuseTaken(versions: readonly Omit<CatalogVersion, 'pack'>[], { name, version, tenantId }: PackageKey): void {
  const there = versions.filter((one) => one.name === name && one.current);
  if (tenantId !== '' && there.some((one) => one.tenantId === '')) {
    throw errors.conflict(
      'package_name_taken',
      `The installation has a package "${name}" for everybody. Give yours another FullName in manifest.yaml.`,
    );
  }
  if (!there.some((one) => one.version === version && one.tenantId === tenantId)) return;
  throw errors.conflict(
    'package_version_taken',
    `Version ${version} of ${name} is in the catalog with other content, and environments may work with it. Raise Version in manifest.yaml.`,
  );
}

function refuseTooMany(
  versions: readonly Omit<CatalogVersion, 'pack'>[],
  packs: readonly CatalogPackage[],
  tenantId: string,
): void {
  const own = versions.filter((one) => one.tenantId === tenantId && !one.shipped);
  const full = packs.find(({ name }) => own.filter((one) => one.name === name).length >= MAX_VERSIONS);
  if (full) {
    throw errors.limitExceeded(
      'too_many_versions',
      `The catalog has ${MAX_VERSIONS} versions of ${full.name} already. Delete one that no environment works with.`,
    );
  }
  if (own.length + packs.length <= MAX_PACKAGES) return;
  throw errors.limitExceeded(
    'too_many_packages',
    `The catalog may have ${MAX_PACKAGES} imported packages in all versions, and would have more. Delete some that no environment works with.`,
  );
}

function refuseTooLarge(
  versions: readonly Omit<CatalogVersion, 'pack'>[],
  tenantId: string,
  packages: readonly ReadonlyMap<string, Uint8Array>[],
): void {
  const held = versions.filter((one) => one.tenantId === tenantId).reduce((sum, { size }) => sum + size, 0);
  const contents = packages.flatMap((files) => [...files.values()]);
  const more = contents.reduce((sum, content) => sum + content.byteLength, 0);
  if (held + more <= TENANT_LIMIT_BYTES) return;
  throw errors.limitExceeded(
    'packages_too_large',
    `Packages of one tenant may hold ${TENANT_LIMIT_BYTES / 1024 ** 2} MiB in all versions. Leave large files out, or let machines fetch them.`,
  );
}
