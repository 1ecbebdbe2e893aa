import { parseArgs } from 'node:util';
import { errors } from '@/lib/errors';
import { writeZip } from '@/lib/formats/archive/write-zip';
import { isObject, type Json } from '@/lib/model/json';
import type { Command } from './command';
import { readFiles } from './read-files';
import { required } from './required';

/** `import DIR|ZIP --to URL`: a package into the catalog of a running installation. */
export const importCommand: Command = {
  usage: 'import DIR|ZIP --to URL [--public]',
  about: [
    'Takes a package into the catalog of a running installation, where it is checked.',
    '--to       where the installation is, for example http://localhost:3000',
    '--public   for everybody instead of the tenant alone; for who administers the installation',
    "Who asks is said as OpenStack's clients do: OS_USERNAME, OS_PASSWORD and OS_PROJECT_NAME, or OS_TOKEN.",
  ],
  async run(args, say) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { to: { type: 'string' }, public: { type: 'boolean', default: false } },
    });
    const source = required(positionals[0], 'which package to import');
    const url = required(values.to, 'where to import it: --to URL').replace(/\/+$/, '');
    const archive = await writeZip(await readFiles(source));
    const { status, answer } = await upload({ url, token: await tokenAt(url), archive, isPublic: values.public });
    if (isObject(answer) && answer.code === 'package_already_there') {
      say(String(answer.detail));
      return 0;
    }
    if (status !== 200) {
      for (const line of problemLines(answer, status)) say(line);
      return 1;
    }
    const { fully_qualified_name: name, version, digest } = isObject(answer) ? answer : {};
    say(`${name} ${version} is in the catalog; its content is ${digest}.`);
    return 0;
  },
};

/** Sends an archive to the catalog of an installation. @returns what it answered; null for no JSON */
export async function upload({
  url,
  token,
  archive,
  isPublic,
}: {
  url: string;
  token: string;
  archive: Uint8Array;
  isPublic: boolean;
}): Promise<{ status: number; answer: Json }> {
  const response = await asked(`${url}/v1/catalog/packages?is_public=${isPublic}`, {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': 'application/zip' },
    body: Buffer.from(archive),
  });
  return { status: response.status, answer: (await response.json().catch(() => null)) as Json };
}

/** What a refusal of the API says, a line for each field; as its status where it says nothing. */
export function problemLines(answer: Json, status: number): string[] {
  if (!isObject(answer) || typeof answer.detail !== 'string') return [`The server answered with ${status}.`];
  const fields = Array.isArray(answer.fields) ? answer.fields.filter(isObject) : [];
  return fields.length === 0 ? [answer.detail] : fields.map(({ path, sentence }) => `${path}: ${sentence}`);
}

/** A token for the project that the environment names (OpenStack Identity API v3, password authentication). */
async function tokenAt(url: string): Promise<string> {
  const { OS_TOKEN, OS_USERNAME, OS_PASSWORD, OS_PROJECT_NAME } = process.env;
  if (OS_TOKEN) return OS_TOKEN;
  const name = required(OS_USERNAME, 'who asks: OS_USERNAME, OS_PASSWORD and OS_PROJECT_NAME, or OS_TOKEN');
  const domain = { name: 'Default' };
  const user = { name, domain, password: required(OS_PASSWORD, 'the password: OS_PASSWORD') };
  const project = { name: required(OS_PROJECT_NAME, 'the tenant: OS_PROJECT_NAME'), domain };
  const response = await asked(`${url}/identity/v3/auth/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      auth: { identity: { methods: ['password'], password: { user } }, scope: { project } },
    }),
  });
  const token = response.headers.get('x-subject-token');
  if (response.ok && token) return token;
  throw errors.notAuthenticated('not_signed_in', `${url} does not let ${name} in. Check name, password and tenant.`);
}

async function asked(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    const { host } = new URL(url);
    throw errors.unavailable('unreachable', `Nobody answers at ${host}.`, { cause: error });
  }
}
