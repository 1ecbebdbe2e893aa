import type { CatalogVersion } from '@/lib/catalog/catalog-package';
import { takenNames } from '@/lib/catalog/name-problems';
import { newPackage } from '@/lib/catalog/new-package';
import { packagesInvalid } from '@/lib/catalog/package-problems';
import { inOrder, linkProblems, requirementsOf } from '@/lib/catalog/requirements';
import { PACKAGES_SIGNAL } from '@/lib/catalog/signal';
import { recordAudit } from '@/lib/db/audit';
import { signal } from '@/lib/db/event-hub';
import { addPackage } from '@/lib/db/packages';
import { transaction } from '@/lib/db/transaction';
import { errors, type VetroError } from '@/lib/errors';
import type { PackageProblem } from '@/lib/formats/yaml/read-yaml';
import type { PackageView } from '@/lib/model/package-view';
import { auditOf, requireRole, requireSystemAdmin, type UseCaseCall } from '../context';
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

/**
 * Takes a package into the catalog, for the actor's tenant or for everybody. It is checked as those that ship are,
 * together with the packages that it requires.
 *
 * @param input `archive`: the file of a zip with `manifest.yaml` at its root or in its only folder; `isPublic`: for everybody, which
 *   only who administers the installation may
 * @returns the package
 * @throws forbidden `role_too_low`, `not_a_system_admin`; invalid_input `archive_invalid`, `packages_invalid` with file
 *   and line of everything wrong; conflict `package_already_there` for the same content again, as Murano answers,
 *   `package_version_taken` for other content under a version that is there, `package_name_taken` for a name that is everybody's; limit_exceeded `packages_too_large`
 */
export async function importPackage({
  ctx,
  input,
}: UseCaseCall<{ archive: string; isPublic: boolean }>): Promise<PackageView> {
  if (input.isPublic) requireSystemAdmin(ctx.actor);
  else requireRole(ctx, 'admin');
  const { actor, catalog, db } = ctx;
  const tenantId = input.isPublic ? '' : actor.tenantId;
  const digested = await catalog.unpack(input.archive, PACKAGE_LIMITS);
  const { content, problems } = await catalog.check(digested, 'package');
  if (!content) throw packagesInvalid(problems, 'in this package');
  const { pack } = content;
  const versions = await catalog.versions(actor.tenantId);
  if (versions.some((one) => one.current && one.digest === digested.digest && one.tenantId === tenantId)) {
    throw alreadyThere(pack);
  }
  refuseTaken(versions, { name: pack.name, version: pack.version, tenantId });
  refuseTooMany(versions, { name: pack.name, tenantId });
  refuseTooLarge(versions, tenantId, digested.files);
  await refuseUnfit();
  const added = newPackage(content, digested, { tenantId, createdBy: actor.userId });
  await transaction(
    db,
    async (tx) => {
      if (!(await addPackage(tx, added))) throw alreadyThere(pack);
      const details = { name: pack.name, version: pack.version, digest: digested.digest, public: input.isPublic };
      await recordAudit(tx, auditOf(ctx, 'package.import', 'package', pack.name, details));
      await signal(tx, PACKAGES_SIGNAL, pack.name);
    },
    LONGEST_WRITE_MS,
  );
  catalog.forget();
  const stored = (await catalog.versions(actor.tenantId)).find(
    (one) => one.digest === digested.digest && one.tenantId === tenantId,
  );
  if (!stored) throw errors.notFound('package_not_found', 'The package was removed while it was imported.');
  const [view] = await packageViews(ctx, [{ ...stored, pack }]);
  return view as PackageView;

  /** Everything between the package and what it would run with. */
  async function refuseUnfit(): Promise<void> {
    const others = (await catalog.newest(actor.tenantId))
      .filter((one) => one.name !== pack.name && (tenantId !== '' || one.tenantId === ''))
      .map((one) => one.pack);
    const beside = [...others, ...(await catalog.furtherVersions(tenantId, [...others, pack]))];
    const packages = [...beside, pack];
    const users = others.flatMap((user) => {
      const needed = requirementsOf(user, [pack, ...beside]);
      return needed.has(pack) ? [{ user, needed }] : [];
    });
    const own = linkProblems(packages, catalog.brought).filter(({ file }) => file.startsWith(`${pack.name}/`));
    const wrong = [...own, ...takenNames(pack, users)];
    if (wrong.length > 0) throw packagesInvalid(wrong, 'in this package');
    const together = inOrder([...requirementsOf(pack, packages), pack]);
    const isOfOthers = ({ file }: PackageProblem) => others.some(({ name }) => file.startsWith(`${name}/`));
    const found = (await catalog.checkTogether(together)).filter((problem) => !isOfOthers(problem));
    if (found.length > 0) throw packagesInvalid(found, 'in this package');
  }
}

function alreadyThere({ name, version }: { name: string; version: string }): VetroError {
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
  { name, tenantId }: Pick<PackageKey, 'name' | 'tenantId'>,
): void {
  const own = versions.filter((one) => one.tenantId === tenantId && !one.shipped);
  if (own.filter((one) => one.name === name).length >= MAX_VERSIONS) {
    throw errors.limitExceeded(
      'too_many_versions',
      `The catalog has ${MAX_VERSIONS} versions of ${name} already. Delete one that no environment works with.`,
    );
  }
  if (own.length < MAX_PACKAGES) return;
  throw errors.limitExceeded(
    'too_many_packages',
    `The catalog has ${MAX_PACKAGES} imported packages in all versions already. Delete some that no environment works with.`,
  );
}

function refuseTooLarge(
  versions: readonly Omit<CatalogVersion, 'pack'>[],
  tenantId: string,
  files: ReadonlyMap<string, Uint8Array>,
): void {
  const held = versions.filter((one) => one.tenantId === tenantId).reduce((sum, { size }) => sum + size, 0);
  const more = [...files.values()].reduce((sum, content) => sum + content.byteLength, 0);
  if (held + more <= TENANT_LIMIT_BYTES) return;
  throw errors.limitExceeded(
    'packages_too_large',
    `Packages of one tenant may hold ${TENANT_LIMIT_BYTES / 1024 ** 2} MiB in all versions. Leave large files out, or let machines fetch them.`,
  );
}
