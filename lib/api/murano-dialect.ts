import { z } from 'zod';
import type { PackageChange } from '@/lib/environments/catalog/change';
import type { NetworkChoice } from '@/lib/environments/environments/choose-network';
import { errors } from '@/lib/errors';
import { isObject, type Json } from '@/lib/model/json';
import { JsonSchema } from '@/lib/model/json-schema';
import { checkInput } from './input';
import type { ApiRequest } from './request';

/**
 * What Murano's API said after v0.2, as far as its own client (python-muranoclient) sends it with requests that we
 * answer. It is taken where it changes nothing, and refused where leaving it aside would do something else than asked.
 */

const NameOrId = z.string().min(1).max(255);

/** What Murano makes for an environment that joins no network; here the network of the installation is used for it. */
const NEW_NETWORK = 'io.murano.resources.NeutronNetwork';

/** A network of MuranoPL that is there already, or one that Murano would make, whose name is all that its clients give. */
const JoinedNetwork = z
  .strictObject({
    '?': z.looseObject({}).optional(),
    name: z.string().max(255).nullish(),
    internalNetworkName: NameOrId.nullish(),
    internalSubnetworkName: NameOrId.nullish(),
  })
  .refine(
    ({ name, internalNetworkName, '?': header }) => !name || internalNetworkName || header?.type === NEW_NETWORK,
    {
      path: ['name'],
      error: `The network to join is named by internalNetworkName; "name" is that of a new one, of the type ${NEW_NETWORK}.`,
    },
  );

/** The region of an environment that is created. */
export const RegionField = z.string().max(255).nullish().meta({
  description:
    'that all of it will be in, for good: one of `regions` of the offer; left out: the usual one. Where the cloud has one region, any name means that',
});

/** Of an environment that is created. */
export const LaterEnvironmentFields = {
  region: RegionField,
  defaultNetworks: z.strictObject({ environment: JoinedNetwork.nullish(), flat: z.null().optional() }).nullish().meta({
    description:
      'as Murano has it: `environment.internalNetworkName` is `network`, `internalSubnetworkName` is `subnet`',
  }),
  network: NameOrId.nullish().meta({
    description: 'name or id of the network of its machines, for good; left out: the one of the installation',
  }),
  subnet: NameOrId.nullish().meta({
    description: 'name or id of a subnet of it, where its load balancers get their addresses',
  }),
  description_text: z.string().max(10_000).nullish().meta({ description: 'taken as Murano does, and not kept' }),
};

/**
 * The network that an environment is to be on, in our words or Murano's.
 *
 * @throws invalid_input for a subnet without its network
 */
export function networkChosen({
  network,
  subnet,
  defaultNetworks,
}: {
  network?: string | null | undefined;
  subnet?: string | null | undefined;
  defaultNetworks?: { environment?: z.infer<typeof JoinedNetwork> | null | undefined } | null | undefined;
}): NetworkChoice | null {
  const joined = defaultNetworks?.environment;
  const name = network ?? joined?.internalNetworkName;
  const within = subnet ?? joined?.internalSubnetworkName;
  if (name) return { network: name, subnet: within };
  if (!within) return null;
  const sentence = 'Name the network that this subnet is of, too.';
  throw errors.invalidInput(sentence, [{ path: 'network', code: 'required', sentence }]);
}

/** Python writes its booleans with capitals. */
const PythonFlag = z.enum(['true', 'false', 'True', 'False']).transform((word) => word.toLowerCase() === 'true');

/** Whose environments are listed: the caller's tenant's, whatever is asked for. */
export const TenantQuery = {
  tenant: z.string().max(255).optional().meta({ description: 'id of the tenant whose environments to list: your own' }),
  all_tenants: PythonFlag.default(false).meta({ description: 'those of all tenants are under /v1/admin/overview' }),
};

/** Whose templates are listed; left out, all that the tenant may use. */
export const TemplateScopeQuery = PythonFlag.optional().meta({
  description: "true: those that are everybody's; false: my tenant's own; left out: both",
});

/** What Murano's clients send of a template that they make without an environment. */
export const MuranoTemplateFields = {
  is_public: z.boolean().default(false).meta({ description: 'other tenants may use and clone it' }),
  description_text: z.string().trim().max(500).nullish().meta({ description: 'its summary, as Murano calls it' }),
  services: z.array(JsonSchema).default([]).meta({ description: 'without environment_id: what it holds' }),
};

const CATEGORY_KEYS = ['name', 'created', 'updated', 'package_count', 'id'] as const;

/** How categories are ordered: by several keys, with commas between them, of which an earlier one counts more. */
export const CategoryOrder = {
  sort_keys: z
    .string()
    .transform((words) => words.split(',').map((word) => word.trim()))
    .pipe(z.array(z.enum(CATEGORY_KEYS)).min(1))
    .optional()
    .meta({
      description: `with commas between them: ${CATEGORY_KEYS.join(', ')}; left out: in the order that was set`,
    }),
  sort_dir: z.enum(['asc', 'desc']).default('asc'),
};

/** Whether a package is imported for everybody. */
export const PublicQuery = {
  is_public: PythonFlag.default(false).meta({ description: 'for everybody, not for this tenant alone' }),
};

/** Which packages are listed. */
export const PackagesQuery = {
  owned: PythonFlag.default(false).meta({ description: 'only those that this tenant alone may use' }),
  include_disabled: PythonFlag.default(true).meta({ description: 'those too that are not offered now' }),
};

/**
 * What Murano's clients send beside the file of a package, under either name.
 */
export const PackageFields = z.object({
  data: z
    .string()
    .optional()
    .meta({ description: 'JSON with `is_public`, `categories`, `tags`, `name`, `description`, `enabled`' }),
  __metadata__: z.string().optional().meta({ description: 'the same' }),
});

const Texts = z.array(z.string().min(1).max(255)).max(100);
const Beside = z.strictObject({
  is_public: z.boolean().optional(),
  enabled: z.boolean().optional(),
  name: z.string().min(1).max(80).optional(),
  description: z.string().max(10_000).optional(),
  tags: Texts.optional(),
  categories: Texts.optional(),
});
const WRONG = 'The request has fields that need correction.';

/**
 * What the JSON beside a package's file says of it; empty lists say nothing.
 *
 * @throws invalid_input with what cannot be read
 */
export function besidePackage({ data, __metadata__: metadata }: z.infer<typeof PackageFields>): {
  isPublic: boolean;
  beside: Pick<PackageChange, 'name' | 'description' | 'tags' | 'categories' | 'enabled'>;
} {
  const [field, text] = metadata === undefined ? ['data', data] : ['__metadata__', metadata];
  const { is_public: isPublic = false, ...words } = checkInput(Beside, jsonOf(field, text || '{}'), WRONG, field);
  const filled = Object.entries(words).filter(([, value]) => !(Array.isArray(value) && value.length === 0));
  return { isPublic, beside: Object.fromEntries(filled) };
}

function jsonOf(field: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw errors.invalidInput(WRONG, [{ path: field, code: 'malformed', sentence: 'This must be JSON.' }]);
  }
}

/**
 * A service, or a list of them, with the header `?` that objects have in Murano's later documents: its client looks there
 * for id and type. What is no service stays as it is.
 */
export function withObjectHeader<Read>(read: Read): Read {
  if (Array.isArray(read)) return read.map(withObjectHeader) as Read;
  const value = read as Json;
  if (!isObject(value) || '?' in value || typeof value.id !== 'string' || typeof value.type !== 'string') return read;
  return { ...value, '?': { id: value.id, type: value.type } } as Read;
}

/** Of an environment that is deleted: whether its machines stay. */
export const AbandonQuery = {
  abandon: PythonFlag.default(false).meta({ description: 'true is refused: machines are never left to nobody' }),
};

/**
 * Refuses a deletion that abandons machines.
 *
 * @throws invalid_input when somebody wants to delete an environment and leave its machines
 */
export function refuseAbandoning(abandon: boolean): void {
  if (!abandon) return;
  throw errors.invalidInput('An environment is deleted with its machines. Leave out "abandon".', [
    { path: 'query.abandon', code: 'not_supported', sentence: 'Machines are not left behind. Leave this out.' },
  ]);
}

/**
 * Whether a request comes from Murano's own client, which cannot read problem documents: it wants a JSON object whose
 * every member is an object, and shows their `message`. Keystone's errors are such.
 */
export function isMuranoClient(headers: ApiRequest['headers']): boolean {
  return /\bpython-muranoclient\b/.test(headers.get('user-agent') ?? '');
}
