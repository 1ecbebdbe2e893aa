import fs from 'node:fs';
import { z } from 'zod';
import { AGENT_MAKES } from '@/lib/cloud/agents/agent-make';
import { readBrokerSettings } from '@/lib/cloud/agents/read-broker-settings';
import { ROLES, type Role } from '@/lib/model/actor';
import { RegionNames } from '@/lib/model/region-names';
import { schemaWords } from '@/lib/model/schema-words';
import type { OpenStackCredential, OpenStackSettings } from './settings';

export type { OpenStackSettings } from './settings';

const httpUrl = z.string().refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
  error: 'must be an http or https address, like https://cloud.example.com:5000/v3',
});
const truth = z.enum(['true', 'false', '1', '0', '']).default('');

const namesIn = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** `admin=admin,_member_=member`: roles of Keystone and what they are here. */
const roleTable = z.string().transform((text, context) => {
  const table = namesIn(text).map((one) => one.split('=').map((part) => part.trim()));
  const roles = table.flatMap(([name = '', role]): [string, Role][] => {
    const known = ROLES.find((one) => one === role);
    return name === '' || !known ? [] : [[name, known]];
  });
  if (roles.length === table.length && roles.length > 0) return Object.fromEntries(roles);
  const message = `must be pairs like admin=admin,member=member; what stands behind = is one of: ${ROLES.join(', ')}`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** The variables of OpenStack's own clients (`openrc` files), as far as they are needed. */
const Variables = z.object({
  OS_AUTH_URL: httpUrl,
  OS_REGION_NAME: z.string().optional(),
  VETRO_REGIONS: RegionNames.default([]),
  OS_INTERFACE: z.enum(['public', 'internal', 'admin']).default('public'),
  OS_CACERT: z.string().optional(),
  OS_INSECURE: truth,
  VETRO_OPENSTACK_NETWORK: z.string().optional(),
  VETRO_OPENSTACK_LOAD_BALANCER_SUBNET: z.string().optional(),
  VETRO_OPENSTACK_PUBLIC_NETWORK: z.string().optional(),
  VETRO_OPENSTACK_AGENT: z.enum(AGENT_MAKES, { error: `must be one of: ${AGENT_MAKES.join(', ')}` }).default('vetro'),
  VETRO_OPENSTACK_PROJECTS: z.enum(['shared', 'own'], { error: 'must be shared or own' }).optional(),
  VETRO_IDENTITY: z.enum(['local', 'keystone'], { error: 'must be local or keystone' }).default('local'),
  VETRO_KEYSTONE_DOMAIN: z.string().default('Default'),
  VETRO_KEYSTONE_ROLES: roleTable.default({ admin: 'admin', member: 'member', reader: 'reader' }),
  VETRO_KEYSTONE_ADMIN_ROLES: z
    .string()
    .default('admin')
    .transform((text) => namesIn(text)),
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
  if (parsed.success && hasOwnProjects(parsed.data) && 'OS_APPLICATION_CREDENTIAL_ID' in parsed.data) {
    problems.push(
      'OS_APPLICATION_CREDENTIAL_ID belongs to one project, and every tenant has its own: name a user with OS_USERNAME and OS_PASSWORD that has a role in all of them, or set VETRO_OPENSTACK_PROJECTS to shared',
    );
  }
  if (parsed.success) problems.push(...wrongRegion(parsed.data));
  const broker = readBrokerSettings(given);
  if ('problems' in broker) problems.push(...broker.problems);
  else if (parsed.success && !broker.settings && parsed.data.VETRO_OPENSTACK_AGENT !== 'vetro') {
    problems.push('VETRO_OPENSTACK_AGENT names an agent that needs a message broker: set VETRO_AMQP_URL');
  }
  if (!parsed.success || problems.length > 0 || 'problems' in broker) return { problems };
  return { settings: settingsOf(parsed.data, ca, broker.settings) };
}

type Credential = z.infer<typeof Password> | z.infer<typeof Token> | z.infer<typeof ApplicationCredential>;

function settingsOf(
  settings: z.infer<typeof Variables> & Credential,
  ca: string | null,
  broker: OpenStackSettings['broker'],
): OpenStackSettings {
  return {
    // some say the address without the version
    authUrl: settings.OS_AUTH_URL.replace(/\/+$/, '').replace(/(?<!\/v3)$/, '/v3'),
    credential: credentialOf(settings),
    region: settings.OS_REGION_NAME ?? settings.VETRO_REGIONS[0] ?? null,
    regions: settings.VETRO_REGIONS.toSorted(
      (a, b) => Number(b === settings.OS_REGION_NAME) - Number(a === settings.OS_REGION_NAME),
    ),
    interface: settings.OS_INTERFACE,
    ca,
    insecure: ['true', '1'].includes(settings.OS_INSECURE),
    network: settings.VETRO_OPENSTACK_NETWORK ?? null,
    loadBalancerSubnet: settings.VETRO_OPENSTACK_LOAD_BALANCER_SUBNET ?? null,
    publicNetwork: settings.VETRO_OPENSTACK_PUBLIC_NETWORK ?? null,
    identity:
      settings.VETRO_IDENTITY === 'local'
        ? null
        : {
            domain: settings.VETRO_KEYSTONE_DOMAIN,
            roles: settings.VETRO_KEYSTONE_ROLES,
            adminRoles: settings.VETRO_KEYSTONE_ADMIN_ROLES,
          },
    ownProjects: hasOwnProjects(settings),
    broker,
    usualAgent: settings.VETRO_OPENSTACK_AGENT,
  };
}

function wrongRegion({ OS_REGION_NAME: usual, VETRO_REGIONS: regions }: z.infer<typeof Variables>): string[] {
  if (usual === undefined || regions.length === 0 || regions.includes(usual)) return [];
  return [`OS_REGION_NAME is ${usual}, which VETRO_REGIONS does not name: it is the one that is usual among them`];
}

/** Where projects are the tenants, stacks are in them. */
function hasOwnProjects(settings: z.infer<typeof Variables>): boolean {
  const usual = settings.VETRO_IDENTITY === 'keystone' ? 'own' : 'shared';
  return (settings.VETRO_OPENSTACK_PROJECTS ?? usual) === 'own';
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
