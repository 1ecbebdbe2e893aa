import { isVetroError } from '@/lib/errors';
import { isObject, type JsonObject } from '@/lib/model/json';
import type { HttpClient } from './http-client';
import { createHttpClient } from './http-client';
import { createKeystone, type Keystone, type KeystoneSession } from './keystone';
import { imageOf } from './offer';
import { createProject, type OpenStackProject } from './project';
import { publicNetworkOf } from './public-network';
import { numberOf, textOf } from './service';
import type { OpenStackSettings } from './settings';

/** One thing that was looked at. */
export interface Examination {
  /** what, in a few words */
  what: string;
  /** wrong: Vetro does not work with it; warning: something that people will miss */
  state: 'fine' | 'warning' | 'wrong';
  /** what was found, or what is wrong and what to do */
  found: string;
}

/** How one question is asked: what was found, or throws. */
type Check = () => Promise<string | Omit<Examination, 'what'>>;

/** Resources that packages are made of. */
const NEEDED_TYPES = ['OS::Nova::Server', 'OS::Neutron::Port', 'OS::Neutron::SecurityGroup'];
/** How templates of packages call the network that public addresses are of. */
const PACKAGES_PUBLIC_NETWORK = 'public';
/** Services that an environment needs in its region. */
const NEEDED_SERVICES = ['orchestration', 'compute', 'image', 'network'];
const SMALLEST = { heat_template_version: '2015-04-30', resources: {} };

/**
 * Looks at every address, right and version of an OpenStack that Vetro needs, one after the other. Nothing is made or
 * changed.
 *
 * @returns in the order of looking; when there is no token, there is nothing more to look at
 */
export async function examineOpenStack(settings: OpenStackSettings): Promise<Examination[]> {
  const http = createHttpClient({ ca: settings.ca, insecure: settings.insecure, log: { debug: () => undefined } });
  try {
    const keystone = createKeystone(http, settings, settings.credential, null);
    const project = createProject(http, keystone);
    const identity = await examine([
      ['Keystone', () => keystoneVersion(http, settings)],
      ['Credential', async () => credential(settings, await keystone.session())],
    ]);
    if (identity.some(({ state }) => state === 'wrong')) return identity;
    const session = await keystone.session();
    const regions: [string, Check][] =
      settings.regions.length === 0 ? [] : [['Regions', () => servicesInRegions(http, settings)]];
    return [...identity, ...(await examine([...regions, ...questionsTo(settings, keystone, project, session)]))];
  } finally {
    await http.close();
  }
}

async function examine(questions: [string, Check][]): Promise<Examination[]> {
  const found: Examination[] = [];
  for (const [what, check] of questions) {
    try {
      const result = await check();
      found.push({ what, ...(typeof result === 'string' ? { state: 'fine', found: result } : result) });
    } catch (error) {
      found.push({ what, state: 'wrong', found: isVetroError(error) ? error.sentence : String(error) });
    }
  }
  return found;
}

function questionsTo(
  settings: OpenStackSettings,
  keystone: Keystone,
  project: OpenStackProject,
  session: KeystoneSession,
): [string, Check][] {
  const { heat, nova, images, network, volumes } = project;
  const wantedNetwork = settings.network ?? 'private';
  return [
    ['Certificates', async () => certificates(settings)],
    [
      'Heat: stacks',
      async () => `${session.endpoint('orchestration')}; ${(await heat.all()).length} stacks in the project`,
    ],
    [
      'Heat: templates',
      async () => {
        const refused = await heat.validate({ template: SMALLEST, parameters: {} });
        return refused ? wrong(`It refuses a template without resources: ${refused.refused.reason}`) : 'are read';
      },
    ],
    [
      'Heat: resources',
      async () => {
        const missing: string[] = [];
        for (const type of NEEDED_TYPES) if ((await heat.resourceType(type)) === null) missing.push(type);
        return missing.length === 0 ? NEEDED_TYPES.join(', ') : wrong(`It does not know ${missing.join(', ')}.`);
      },
    ],
    [
      'Nova: quota',
      async () => {
        const limits = await nova.limits();
        const left = (used: string, limit: string) =>
          (limits[limit] ?? -1) < 0 ? 'any number of' : String((limits[limit] ?? 0) - (limits[used] ?? 0));
        return `${left('totalInstancesUsed', 'maxTotalInstances')} machines, ${left('totalCoresUsed', 'maxTotalCores')} processors left`;
      },
    ],
    ['Nova: flavors', async () => counted((await nova.flavors()).length, 'flavors', 'Nobody can choose a size.')],
    ['Nova: zones', async () => (await nova.availabilityZones()).join(', ') || wrong('None is available.')],
    ['Nova: machines', async () => `${(await nova.servers()).length} in the project can be looked at`],
    [
      'Glance: images',
      async () => {
        const found = (await images.list('/images?status=active', 'images')).map(imageOf);
        const marked = found.filter((image) => image.marked).length;
        const words = `${marked} of ${found.length} have murano_image_info`;
        return marked > 0 ? words : warning(`${words}: packages for Windows find no image to offer.`);
      },
    ],
    [
      'Neutron: network',
      async () => {
        const networks = await network.list('/networks', 'networks');
        const names = networks.map(({ name }) => textOf(name));
        if (networks.some(({ name, id }) => name === wantedNetwork || id === wantedNetwork)) return wantedNetwork;
        const sentence = `There is no network ${wantedNetwork}. Name one with VETRO_OPENSTACK_NETWORK: ${names.join(', ')}.`;
        return wrong(sentence);
      },
    ],
    [
      'Neutron: public addresses',
      async () => {
        const found = await publicNetworkOf(project, settings.publicNetwork, PACKAGES_PUBLIC_NETWORK);
        return 'refused' in found ? warning(found.refused) : `of the network ${found.name}`;
      },
    ],
    ['Neutron: quota', () => networkQuota(network, session.projectId)],
    [
      'Octavia',
      async () =>
        session.offers('load-balancer')
          ? session.endpoint('load-balancer')
          : warning('The catalog has none: farms with a load balancer are refused.'),
    ],
    [
      'Cinder',
      async () => {
        if (!session.offers('block-storage', 'volumev3')) return warning('The catalog has none: volumes are refused.');
        const limits = (await volumes.read('/limits'))?.limits;
        const absolute: JsonObject = isObject(limits) && isObject(limits.absolute) ? limits.absolute : {};
        return `${numberOf(absolute.maxTotalVolumeGigabytes) ?? '?'} GB at most`;
      },
    ],
    ['Sign-in', async () => signIn(settings, (await keystone.session()).roles)],
  ];
}

async function keystoneVersion(http: HttpClient, { authUrl }: OpenStackSettings): Promise<string> {
  const { status, body } = await http.call({ method: 'GET', url: authUrl });
  const version = isObject(body.version) ? body.version : {};
  const id = textOf(version.id);
  if (status === 200 && id.startsWith('v3')) return `${authUrl} is ${id}`;
  throw new Error(`${authUrl} is no Keystone of version 3 (HTTP ${status}). Check OS_AUTH_URL.`);
}

function credential({ credential: { kind } }: OpenStackSettings, session: KeystoneSession) {
  const until = session.expiresAt.toISOString();
  const roles = session.roles.join(', ');
  if (kind === 'token') return warning(`a token (${roles}) that ends at ${until}, and every run with it`);
  const name = kind === 'password' ? 'a user with a password' : 'an application credential';
  return `${name}, with the roles ${roles}; tokens are renewed, this one ends at ${until}`;
}

async function servicesInRegions(http: HttpClient, settings: OpenStackSettings) {
  const missing: string[] = [];
  for (const region of settings.regions) {
    const session = await createKeystone(http, settings, settings.credential, region).session();
    const types = NEEDED_SERVICES.filter((type) => !session.offers(type));
    if (types.length > 0) missing.push(`${region}: ${types.join(', ')}`);
  }
  if (missing.length === 0) return settings.regions.join(', ');
  return wrong(`The catalog has not all that an environment needs. Missing in ${missing.join('; in ')}.`);
}

function certificates({ authUrl, ca, insecure }: OpenStackSettings) {
  if (!authUrl.startsWith('https:')) return warning('OS_AUTH_URL is not https: passwords travel in clear.');
  if (insecure) return warning('OS_INSECURE is set: whoever answers is believed. For tests alone.');
  return ca === null ? 'of the known authorities' : 'of OS_CACERT and the known authorities';
}

async function networkQuota(network: OpenStackProject['network'], projectId: string) {
  const { status, body } = await network.call('GET', `/quotas/${projectId}/details.json`);
  const port = isObject(body.quota) && isObject(body.quota.port) ? body.quota.port : null;
  if (status !== 200 || !port) return warning('It is not told: too many ports are refused only when they are made.');
  return `${numberOf(port.used) ?? 0} of ${numberOf(port.limit) ?? -1} ports are used (-1: no limit)`;
}

function signIn({ identity, ownProjects, credential: { kind } }: OpenStackSettings, roles: readonly string[]) {
  if (!identity) return 'users of Vetro’s own; all stacks are in one project';
  const table = Object.entries(identity.roles).map(([theirs, ours]) => `${theirs} is ${ours}`);
  const words = `through Keystone, domain ${identity.domain}; ${table.join(', ')}; administrators: ${identity.adminRoles.join(', ') || 'nobody'}`;
  if (!ownProjects || kind !== 'password') return words;
  return roles.length > 0 ? `${words}; each tenant in its own project` : warning(`${words}; the user has no role`);
}

function counted(count: number, what: string, otherwise: string) {
  return count > 0 ? `${count} ${what}` : wrong(`There are no ${what}. ${otherwise}`);
}

function wrong(found: string): Omit<Examination, 'what'> {
  return { state: 'wrong', found };
}

function warning(found: string): Omit<Examination, 'what'> {
  return { state: 'warning', found };
}
