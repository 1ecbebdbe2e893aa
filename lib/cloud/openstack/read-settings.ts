import fs from 'node:fs';
import { z } from 'zod';
import { schemaWords } from '@/lib/model/schema-words';
import type { OpenStackSettings } from './settings';

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
});
const Password = z.object({
  OS_USERNAME: z.string(),
  OS_PASSWORD: z.string(),
  OS_PROJECT_NAME: z.string(),
  OS_USER_DOMAIN_NAME: z.string().default('Default'),
  OS_PROJECT_DOMAIN_NAME: z.string().default('Default'),
});
const ApplicationCredential = z.object({
  OS_APPLICATION_CREDENTIAL_ID: z.string(),
  OS_APPLICATION_CREDENTIAL_SECRET: z.string(),
});

/**
 * Reads how an OpenStack is reached from the variables OS_*: with a password, or with an application credential when one
 * is named.
 *
 * @returns the settings, or a sentence for every variable that is missing or wrong
 */
export function readOpenStackSettings(
  env: Record<string, string | undefined>,
): { settings: OpenStackSettings } | { problems: string[] } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const isApplication = given.OS_APPLICATION_CREDENTIAL_ID !== undefined;
  const Credential = isApplication ? ApplicationCredential : Password;
  const parsed = z.intersection(Variables, Credential).safeParse(given, { error: schemaWords });
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => problemOf(issue, given));
  const ca = readCertificates(given.OS_CACERT, problems);
  if (!parsed.success || problems.length > 0) return { problems };
  return { settings: settingsOf(parsed.data, ca) };
}

function settingsOf(
  settings: z.infer<typeof Variables> & (z.infer<typeof Password> | z.infer<typeof ApplicationCredential>),
  ca: string | null,
): OpenStackSettings {
  return {
    // some say the address without the version
    authUrl: settings.OS_AUTH_URL.replace(/\/+$/, '').replace(/(?<!\/v3)$/, '/v3'),
    credential:
      'OS_APPLICATION_CREDENTIAL_ID' in settings
        ? {
            kind: 'applicationCredential',
            id: settings.OS_APPLICATION_CREDENTIAL_ID,
            secret: settings.OS_APPLICATION_CREDENTIAL_SECRET,
          }
        : {
            kind: 'password',
            userName: settings.OS_USERNAME,
            password: settings.OS_PASSWORD,
            userDomain: settings.OS_USER_DOMAIN_NAME,
            project: settings.OS_PROJECT_NAME,
            projectDomain: settings.OS_PROJECT_DOMAIN_NAME,
          },
    region: settings.OS_REGION_NAME ?? null,
    interface: settings.OS_INTERFACE,
    ca,
    insecure: ['true', '1'].includes(settings.OS_INSECURE),
  };
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
