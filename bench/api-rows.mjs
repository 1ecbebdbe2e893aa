// The rows of npm run bench -- api, on one API.
import { randomBytes } from 'node:crypto';
import { measure, sampled } from './load.mjs';

/** What tells the end of a deployment, now and before runs of other kinds there were. */
const ENDS = ['run.finished', 'deployment.finished'];
const MAX_MS = 120_000;

/**
 * Prepares one API for its rows.
 *
 * @param {object} server
 *   `api`: its client; `service`: makes what is added; `live`: whether events tell the end of a deployment; `pids`
 * @returns the rows by their names, each of which measures one turn and returns a sample; `clean` removes what was made
 */
export async function apiRows({ api: { call, eventOfKinds }, service, live, connections, pids }) {
  const made = new Set();
  const create = async () => {
    const answer = await call('POST', '/v1/environments', {
      body: { name: `bench-${randomBytes(16).toString('hex')}` },
    });
    if (answer.status === 200) made.add(answer.json.id);
    return answer;
  };
  /** Until they are gone: their machines count against the tenant's quota, and their end would be measured with what follows. */
  const remove = async (ids) => {
    const list = [...ids];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let id = list.pop(); id; id = list.pop()) {
          const environment = `/v1/environments/${id}`;
          // Murano would take its time over machines that are none.
          const { status } = await call('DELETE', live ? environment : `${environment}?abandon=true`);
          if (status !== 200) throw new Error(`DELETE ${environment}: ${status}`);
          made.delete(id);
          for (const until = performance.now() + MAX_MS; live && performance.now() < until; ) {
            if ((await call('GET', environment)).status === 404) break;
            await new Promise((resolve) => setTimeout(resolve, 50));
          }
        }
      }),
    );
  };
  const load = (seconds, operation) => measure({ seconds, connections, pids, operation });
  const twenty = [];
  for (let i = 0; i < 20; i += 1) twenty.push((await create()).json.id);
  let next = 0;

  const addAndRead = async (connection) => {
    const environment = `/v1/environments/${twenty[connection % 20]}`;
    const session = await call('POST', `${environment}/configure`);
    if (session.status !== 200) return session;
    const headers = { 'x-configuration-session': session.json.id };
    const added = await call('POST', `${environment}/services`, { body: service(), headers });
    if (added.status !== 200) return added;
    const read = await call('GET', `${environment}/services`, { headers });
    return { status: read.status === 200 && read.json.length === 1 ? 200 : `bad answer ${read.status}` };
  };

  /** A whole deployment, from the deploy call to an environment that says ready: its time and how it ended. */
  const deployment = async () => {
    const environment = `/v1/environments/${(await create()).json.id}`;
    const session = (await call('POST', `${environment}/configure`)).json.id;
    await call('POST', `${environment}/services`, { body: service(), headers: { 'x-configuration-session': session } });
    // Where there are live events, they tell the end, as they tell it to a dashboard; else the environment is asked
    // every few milliseconds.
    const over = live ? eventOfKinds(`${environment}/events`, ENDS) : null;
    const from = performance.now();
    const answer = await call('POST', `${environment}/sessions/${session}/deploy`);
    if (answer.status !== 200) {
      // nobody waits for an end that will not come
      over?.catch(() => undefined);
      return { status: answer.status, time: null };
    }
    let status;
    do {
      await (over ?? new Promise((resolve) => setTimeout(resolve, 5)));
      status = (await call('GET', environment)).json.status;
    } while ((status === 'deploying' || status === 'pending') && performance.now() - from < MAX_MS);
    return { status, time: performance.now() - from };
  };

  return {
    list: ({ seconds }) => load(seconds, () => call('GET', '/v1/environments')),
    get: ({ seconds }) => load(seconds, () => call('GET', `/v1/environments/${twenty[next++ % 20]}`)),
    create: async ({ seconds }) => {
      const before = new Set(made);
      const taken = await load(seconds, create);
      await remove([...made].filter((id) => !before.has(id)));
      return taken;
    },
    session: ({ seconds }) => load(seconds, addAndRead),
    /** One after another; what they cost counts the making of their drafts, their time does not. */
    deploy: async ({ count }) => {
      const before = new Set(made);
      const taken = await sampled(pids, async ({ latencies, errors }) => {
        for (let i = 0; i < count; i += 1) {
          const { status, time } = await deployment();
          if (status !== 'ready') errors[status] = (errors[status] ?? 0) + 1;
          if (time !== null) latencies.push(time);
        }
      });
      // a tenant may have so many machines
      await remove([...made].filter((id) => !before.has(id)));
      return taken;
    },
    clean: () => remove(made),
  };
}
