import fs from 'node:fs';
import { z } from 'zod';
import { schemaWords } from '@/lib/model/schema-words';
import type { OpenStackCredential, OpenStackSettings } from './settings';

export type { OpenStackSettings } from './settings';

const httpUrl = z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  error: 'must be an http or https address, like https://cloud.example.com:5000/v3',
});
const truth = z.enum(['true', 'false', '1', '0', '']).default('');

/** The variables of OpenStack's own clients (`openrc` files), as far as they are needed. */
const Variables = z.object({
  OS_AUTH_URL: httpUrl,
  OS_REGION_NAME: z.string().optional(),
  OS_INTERFACE: z.enum(['public', 'internal', 'admin']).default('public'),
  OS_CACERT: z.string().optional(),
  OS_INSECURE: truth,
  VETRO_OPENSTACK_NETWORK: z.string().optional(),
  VETRO_OPENSTACK_LOAD_BALANCER_SUBNET: z.string().optional(),
});
const Password = z.object({
  OS_USERNAME: z.string(),
  OS_PASSWORD: z.string(),
  OS_PROJECT_NAME: z.string(),
  OS_USER_DOMAIN_NAME: z.string().default('Default'),
  OS_PROJECT_DOMAIN_NAME: z.string().default('Default'),
});
const Token = Password.omit({ OS_USERNAME: true, OS_PASSWORD: true, OS_USER_DOMAIN_NAME: true }).extend({
  OS_TOKEN: z.string(),
});
const ApplicationCredential = z.object({
  OS_APPLICATION_CREDENTIAL_ID: z.string(),
  OS_APPLICATION_CREDENTIAL_SECRET: z.string(),
});

/**
 * Reads how an OpenStack is reached from the variables OS_*: with an application credential when one is named, else with a
 * token when there is one and no password, else with a password.
 *
 * @returns the settings, or a sentence for every variable that is missing or wrong
 */
export function readOpenStackSettings(
  env: Record<string, string | undefined>,
): { settings: OpenStackSettings } | { problems: string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const isApplication = given.OS_APPLICATION_CREDENTIAL_ID !== undefined;
  const isToken = given.OS_TOKEN !== undefined && given.OS_PASSWORD === undefined;
  const Credential = isApplication ? ApplicationCredential : isToken ? Token : Password;
  const parsed = z.intersection(Variables, Credential).safeParse(given, { error: schemaWords });
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => problemOf(issue, given));
  const ca = readCertificates(given.OS_CACERT, problems);
  if (!parsed.success || problems.length > 0) return { problems };
  return { settings: settingsOf(parsed.data, ca) };
}

type Credential = z.infer<typeof Password> | z.infer<typeof Token> | z.infer<typeof ApplicationCredential>;

function settingsOf(settings: z.infer<typeof Variables> & Credential, ca: string | null): OpenStackSettings {
  return {
    // some say the address without the version
    authUrl: settings.OS_AUTH_URL.replace(/\/+$/, '').replace(/(?<!\/v3)$/, '/v3'),
    credential: credentialOf(settings),
    region: settings.OS_REGION_NAME ?? null,
    interface: settings.OS_INTERFACE,
    ca,
    insecure: ['true', '1'].includes(settings.OS_INSECURE),
    network: settings.VETRO_OPENSTACK_NETWORK ?? null,
    loadBalancerSubnet: settings.VETRO_OPENSTACK_LOAD_BALANCER_SUBNET ?? null,
  };
}

function credentialOf(given: Credential): OpenStackCredential {
  if ('OS_APPLICATION_CREDENTIAL_ID' in given) {
    const { OS_APPLICATION_CREDENTIAL_ID: id, OS_APPLICATION_CREDENTIAL_SECRET: secret } = given;
    return { kind: 'applicationCredential', id, secret };
  }
  const scope = { project: given.OS_PROJECT_NAME, projectDomain: given.OS_PROJECT_DOMAIN_NAME };
  if ('OS_TOKEN' in given) return { kind: 'token', token: given.OS_TOKEN, ...scope };
  const { OS_USERNAME: userName, OS_PASSWORD: password, OS_USER_DOMAIN_NAME: userDomain } = given;
  return { kind: 'password', userName, password, userDomain, ...scope };
}

function problemOf(issue: { path: PropertyKey[]; message: string }, given: Record<string, unknown>): string {
  const name = String(issue.path[0]);
  return given[name] === undefined ? `${name} is not set` : `${name} ${issue.message.replace(/^This /, '')}`;
}

function readCertificates(file: string | undefined, problems: string[]): string | null {
  if (file === undefined) return null;
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    problems.push(`OS_CACERT names a file that cannot be read: ${file}`);
    return null;
  }
}
