import type { Db } from './client';
import { Prisma } from './generated/client';
import { isRealEnvironment } from './rehearsals';
import { rowsOf } from './statement';

/** What keeps a content of a package: an environment as it is deployed, an open draft of it, or a version of it. */
export interface PackagePin {
  environment: string;
  /** name of the environment's tenant */
  tenant: string;
  how: 'deployed' | 'draft' | 'version';
  /** of the environment, for a version; null otherwise */
  version: number | null;
}

/** In how many environments each content of packages is deployed or drafted, by its digest. */
export async function environmentsByPackage(db: Db): Promise<Map<string, number>> {
  const rows = await rowsOf<{ digest: string; count: number }>(
    db,
    Prisma.sql`
    select locked.value ->> 'digest' as digest, count(distinct documents.id)::int as count
      from (select id, model -> 'packages' as packages from environments
             where deleted_at is null and ${isRealEnvironment(Prisma.sql`id`)}
            union all
            select e.id, s.model -> 'packages' from sessions s join environments e on e.id = s.environment_id
             where s.state in ('open', 'deploying') and e.deleted_at is null and ${isRealEnvironment(Prisma.sql`e.id`)}) as documents
     cross join lateral jsonb_each(documents.packages) as locked
     where jsonb_typeof(documents.packages) = 'object' group by 1`,
  );
  return new Map(rows.map(({ digest, count }) => [digest, count]));
}

/**
 * What keeps a content of a package, in environments that are there: those that work with it first, then versions of
 * environments that one can go back to.
 *
 * @param limit at most so many
 */
export function packagePins(
  db: Db,
  { name, digest }: { name: string; digest: string },
  limit: number,
): Promise<PackagePin[]> {
  const locks = (document: Prisma.Sql) => Prisma.sql`${document} -> 'packages' -> ${name} ->> 'digest' = ${digest}`;
  return rowsOf<PackagePin>(
    db,
    Prisma.sql`
    with pins as (
      select e.id, 'deployed' as how, 1 as rank, null::int as version from environments e
       where ${locks(Prisma.sql`e.model`)}
      union all
      select s.environment_id, 'draft', 2, null from sessions s
       where s.state in ('open', 'deploying') and ${locks(Prisma.sql`s.model`)}
      union all
      select r.environment_id, 'version', 3, r.version from runs r
       where r.version is not null and (${locks(Prisma.sql`r.model_asked`)} or ${locks(Prisma.sql`r.model_after`)}))
    select e.name as environment, t.name as tenant, pins.how, pins.version
      from pins join environments e on e.id = pins.id join tenants t on t.id = e.tenant_id
     where e.deleted_at is null and ${isRealEnvironment(Prisma.sql`e.id`)} order by pins.rank, t.name, e.name, pins.version desc limit ${limit}`,
  );
}

/** An environment that works with a package. */
export interface PackageUser {
  id: string;
  name: string;
  /** of the package, as it is deployed there */
  version: string;
}

/** The environments of a tenant in which a package is deployed, in any version, by name. */
export function environmentsUsing(db: Db, tenantId: string, name: string, limit: number): Promise<PackageUser[]> {
  return rowsOf<PackageUser>(
    db,
    Prisma.sql`
    select e.id, e.name, e.model -> 'packages' -> ${name} ->> 'version' as version from environments e
     where e.tenant_id = ${tenantId} and e.deleted_at is null and e.model -> 'packages' -> ${name} is not null
     order by lower(e.name), e.id limit ${limit}`,
  );
}
