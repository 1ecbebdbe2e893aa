// A large installation, written straight into the database: environments by the thousand, and a year of deployments.
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export const hex = () => randomBytes(16).toString('hex');

/** Numbers of events that each deployment of the year has for itself. */
const EVENTS_EACH = 1000;

/** A web server with one machine, as the API takes it. */
export const webServer = (n) => ({
  type: 'webServer',
  name: `web-${n}`,
  adminPassword: 'Bench-Passw0rd',
  domain: '',
  availabilityZone: 'nova',
  flavor: 'm1.medium',
  osImage: { name: 'ws-2022-std' },
  unitNamingPattern: `w${n}-#`,
  units: [{}],
});

async function connected(databaseUrl, work) {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

/** Environments with a service each; every fourth was deployed, and every fortieth failed. */
export function fillEnvironments(databaseUrl, count) {
  return connected(databaseUrl, async (database) => {
    const { rows } = await database.query(
      `select t.id, u.id as "userId" from tenants t, users u where t.name = 'Contoso' limit 1`,
    );
    const { id: tenantId, userId } = rows[0];
    const environments = Array.from({ length: count }, (_, n) => {
      const id = hex();
      const name = `Environment ${n} of ${n % 7 === 0 ? 'accounting' : 'the shop'}`;
      const model = { id, name, services: [{ id: hex(), ...webServer(n), units: [{ id: hex(), name: 'u' }] }] };
      return { id, name, model, n, run: hex(), at: new Date(Date.now() - n * 60_000) };
    });
    await database.query(
      `insert into environments (id, tenant_id, name, version, model, created_at, updated_at)
       select id, $2, name, case when n % 4 = 0 then 1 else 0 end, model, at, at
         from jsonb_to_recordset($1) as row (id text, name text, n int, model jsonb, at timestamptz)`,
      [JSON.stringify(environments), tenantId],
    );
    await database.query(
      `insert into runs (id, environment_id, user_id, state, changes_model, version, model_before, model_asked,
                         model_after, created_at, started_at, finished_at)
       select run, id, $2, case when n % 40 = 0 then 'failed' else 'success' end, true, 1, '{"services": []}', model,
              model, at, at, at
         from jsonb_to_recordset($1) as row (id text, n int, run text, model jsonb, at timestamptz) where n % 4 = 0`,
      [JSON.stringify(environments), userId],
    );
    await database.query('vacuum analyze');
  });
}

/**
 * A year of deployments: what one real one left (run, events, entries of the audit log) again and again, in its own
 * environment and in copies of it.
 *
 * @returns ids of the environments, the number of the last event in each, and how many rows there are of runs, events and
 *   audit entries
 */
export function fillHistory(databaseUrl, environmentId, { environments, runs }) {
  return connected(databaseUrl, async (database) => {
    const lastSeq = (runs + 1) * EVENTS_EACH;
    const ids = [environmentId, ...Array.from({ length: environments - 1 }, hex)];
    await database.query(
      `insert into environments (id, tenant_id, name, version, model, created_at, updated_at)
       select copy.id, e.tenant_id, 'A year of work ' || copy.n, 1, e.model, now() - interval '1 year', now()
         from environments e, unnest($2::text[]) with ordinality as copy (id, n) where e.id = $1`,
      [environmentId, ids.slice(1)],
    );
    await database.query(
      `create temporary table copies as
       select e.id as environment_id, n, md5(e.id || n)::char(32) as run_id,
              now() - interval '1 year' * (1 - n::float8 / $2) as at
         from unnest($1::text[]) as e (id), generate_series(1, $2 - 1) as n`,
      [ids, runs],
    );
    // Each deployment changes the size of a machine, so that there is something to compare.
    const sized = (n) => `jsonb_set(d.model_asked, '{services,0,flavor}',
      case when (${n}) % 2 = 0 then '"m1.small"' else '"m1.large"' end::jsonb)`;
    await database.query(`update runs set version = $2::int where environment_id = $1`, [environmentId, runs]);
    await database.query(
      `insert into runs (id, environment_id, user_id, kind, state, warnings, errors, model_before, model_asked,
                         model_after, changes_model, version, created_at, started_at, finished_at)
       select c.run_id, c.environment_id, d.user_id, d.kind, case when c.n % 25 = 0 then 'failed' else d.state end,
              d.warnings, d.errors, ${sized('c.n - 1')}, ${sized('c.n')}, ${sized('c.n')}, true, c.n, c.at, c.at,
              c.at + (d.finished_at - d.started_at)
         from copies c, runs d where d.environment_id = $1 and d.session_id is not null`,
      [environmentId],
    );
    await database.query(
      `insert into events (environment_id, seq, run_id, at, kind, level, entity, entity_id, text, data, key)
       select c.environment_id, c.n * ${EVENTS_EACH} + v.seq, c.run_id, c.at + (v.at - d.created_at), v.kind, v.level, v.entity,
              v.entity_id, v.text, v.data, c.n || ' ' || v.key
         from copies c, runs d join events v on v.run_id = d.id
        where d.environment_id = $1 and d.session_id is not null`,
      [environmentId],
    );
    await database.query(
      `insert into audit_entries (at, user_id, tenant_id, action, target, target_id, details)
       select c.at, a.user_id, a.tenant_id, a.action, a.target, a.target_id,
              jsonb_build_object('environmentId', c.environment_id)
         from copies c, audit_entries a where a.details ->> 'environmentId' = $1 order by c.at`,
      [environmentId],
    );
    await database.query(`update environments set version = $2, event_seq = $3 where id = any($1::text[])`, [
      ids,
      runs,
      lastSeq,
    ]);
    await database.query('vacuum analyze');
    const { rows } = await database.query(
      `select (select count(*)::int from runs) as runs, (select count(*)::int from events) as events,
              (select count(*)::int from audit_entries) as audited, pg_database_size(current_database())::float8 as bytes`,
    );
    return { ids, lastSeq, ...rows[0] };
  });
}
