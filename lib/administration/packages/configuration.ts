import { type AdminCall, type AdminContext, adminAudit, requireAdministrator } from '@/lib/administration/context';
import { tenantUnknown } from '@/lib/administration/tenants/view';
import type { CatalogPackage } from '@/lib/catalog/catalog-package';
import { recordAudit } from '@/lib/db/audit';
import { classConfigRows, type StoredClassConfig, storeClassConfig } from '@/lib/db/class-configs';
import { findTenantRow, tenantNames } from '@/lib/db/tenants';
import { transaction } from '@/lib/db/transaction';
import { resolveMasks, sealSecrets, secretKeys } from '@/lib/environments/services/secrets';
import { errors, type FieldProblem } from '@/lib/errors';
import type { ClassConfigs } from '@/lib/model/class-configs';
import type { JsonObject } from '@/lib/model/json';
import type { PackageConfigurationView } from '@/lib/model/package-configuration';
import { maskSealed } from '@/lib/model/secret';
import { packageUnknown } from './switch';

/** Whose values: of all tenants when no tenant is named. */
interface Scope {
  package: string;
  tenantId?: string | undefined;
}

/**
 * What operators give to the classes of a package (`Usage: Config`): what may be given, as contracts ask for it, and
 * what files, all tenants and one tenant have.
 *
 * @throws forbidden `not_a_system_admin`; not_found `package_not_found`, `tenant_not_found`; limit_exceeded
 *   `answer_exceeded`
 */
export async function showPackageConfiguration({ ctx, input }: AdminCall<Scope>): Promise<PackageConfigurationView> {
  requireAdministrator(ctx);
  const { pack } = await packageOf(ctx, input);
  const own = Object.entries(ctx.catalog.configFiles).filter(([name]) => pack.classes.includes(name));
  const { classes, problems } = await configurable(ctx, input, pack, Object.fromEntries(own));
  const rows = await classConfigRows(
    ctx.db,
    classes.map(({ name }) => name),
  );
  const tenants = await tenantNames(ctx.db, [...new Set(rows.flatMap(({ tenantId }) => tenantId || []))]);
  const given = (className: string, tenantId: string | undefined) =>
    rows.find((row) => row.className === className && row.tenantId === tenantId)?.values;
  return {
    package: pack.name,
    tenant_id: input.tenantId ?? null,
    classes: classes.map(({ name, properties }) => ({
      name,
      properties: properties.map((property) => ({
        ...property,
        ...valueIn('file', ctx.catalog.configFiles[name], property.name),
        ...valueIn('installation', given(name, ''), property.name),
        ...valueIn('tenant', input.tenantId ? given(name, input.tenantId) : undefined, property.name),
      })),
    })),
    tenants,
    // files may set properties of other usages as well, and write values as YAML has them
    problems: problems.filter(({ code }) => code === 'contract'),
  };
}

/**
 * Sets what the classes of a package are given, in the place of what was set before in this scope: runs that begin from
 * now on go by it. What is left out, or null, is as in the next wider scope; the mask keeps a secret.
 *
 * @returns the configuration as it is now
 * @throws as {@link showPackageConfiguration}; invalid_input `invalid_configuration` with class and property of every
 *   value that a contract refuses
 */
export async function configurePackage({
  ctx,
  input,
}: AdminCall<Scope & { values: ClassConfigs }>): Promise<PackageConfigurationView> {
  requireAdministrator(ctx);
  const { pack, tenantName } = await packageOf(ctx, input);
  const tenantId = input.tenantId ?? '';
  await transaction(ctx.db, async (tx) => {
    const before = (await classConfigRows(tx, pack.classes)).filter((row) => row.tenantId === tenantId);
    const { configs, changed } = await sealedConfigs(ctx, input, pack, before);
    if (changed.length === 0) return;
    for (const row of configs) await storeClassConfig(tx, { ...row, tenantId });
    const details = { properties: changed, tenant: tenantName };
    await recordAudit(tx, adminAudit(ctx, input.tenantId ?? null, 'package.configure', 'package', pack.name, details));
  });
  return showPackageConfiguration({ ctx, input });
}

/** What is to be stored of each class, secrets sealed, and which properties change by it. */
async function sealedConfigs(
  ctx: AdminContext,
  input: Scope & { values: ClassConfigs },
  pack: CatalogPackage,
  before: readonly StoredClassConfig[],
): Promise<{ configs: { className: string; values: JsonObject }[]; changed: string[] }> {
  const isSecret = secretKeys(undefined);
  const was: JsonObject = Object.fromEntries(before.map(({ className, values }) => [className, values]));
  const masked: FieldProblem[] = [];
  const clear = resolveMasks(given(input.values), was, isSecret, masked) as Record<string, JsonObject>;
  const { classes, problems } = await configurable(ctx, input, pack, clear);
  refuse([...masked, ...problems]);
  const sealed = sealSecrets(clear, was, isSecret, ctx.box) as Record<string, JsonObject>;
  const configs = classes.map(({ name }) => ({ className: name, values: sealed[name] ?? {} }));
  const changed = configs.flatMap(({ className, values }) => {
    const old = (was[className] ?? {}) as JsonObject;
    const names = [...new Set([...Object.keys(old), ...Object.keys(values)])];
    return names
      .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(values[name]))
      .map((name) => `${className}.${name}`);
  });
  return { configs, changed };
}

/** What is given: null is nothing. */
function given(values: ClassConfigs): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, own]) => [
      name,
      Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null)),
    ]),
  );
}

function refuse(problems: readonly FieldProblem[]): void {
  const [first] = problems;
  if (!first) return;
  throw errors.invalidInput(`The package cannot be configured like this: ${first.sentence}`, [...problems], {
    code: 'invalid_configuration',
  });
}

/** The package as the tenant has it, or whoever asks. */
async function packageOf(
  ctx: AdminContext,
  { package: name, tenantId }: Scope,
): Promise<{ pack: CatalogPackage; tenantName: string | null }> {
  const tenant = tenantId === undefined ? null : await findTenantRow(ctx.db, tenantId);
  if (tenantId !== undefined && !tenant) throw tenantUnknown();
  const found = (await ctx.catalog.newest(tenantId ?? ctx.actor.tenantId)).find((one) => one.name === name);
  if (!found) throw packageUnknown(name);
  return { pack: found.pack, tenantName: tenant?.name ?? null };
}

async function configurable(ctx: AdminContext, { tenantId }: Scope, pack: CatalogPackage, values: ClassConfigs) {
  const answer = await ctx.catalog.configuration(tenantId ?? ctx.actor.tenantId, pack, values);
  if (answer) return answer;
  throw errors.limitExceeded('answer_exceeded', 'The program of this class took more time or memory than it may.');
}

function valueIn(source: 'file' | 'installation' | 'tenant', values: JsonObject | undefined, property: string) {
  return values && Object.hasOwn(values, property) ? { [source]: maskSealed(values[property]) } : {};
}
