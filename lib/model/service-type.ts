import { z } from 'zod';
import { ActionArgumentSchema } from './action-arguments';
import { UNIT_OPERATIONS } from './operations/declared';

/**
 * A service type as a package describes it, ready for use: the API validates with it, the wizard is
 * generated from it, the graph is drawn from it. No service type has a branch anywhere in the code.
 */

/** What a property holds; decides its rules (`service-rules.ts`) and the wizard's control. */
export const PROPERTY_KINDS = [
  'string', // any text
  'textList', // any texts
  'table', // rows of values, as `rows` and `columns` say
  'choice', // one of the values under `choices`
  'name', // service name: 2–64 of letters, digits, _ and -
  'domainName', // Active Directory domain: two labels or more, NetBIOS-safe first label
  'membershipRef', // the name of what machines become part of, offered by a service of this environment, or empty
  'serviceRef', // another service of this environment by its name, or empty
  'accountName', // Windows account
  'password', // Windows complexity rules; always secret
  'boolean',
  'integer',
  'port', // 1–65535
  'url',
  'urlPath', // the path of a page on a site: "/health"
  'repositoryUrl', // a git repository that machines may fetch from: public host, no credentials
  'gitRevision', // a branch or tag of a repository
  'ipAddress', // one IPv4 address of the machines' network
  'ipAddressList', // up to three IPv4 addresses; a list of texts
  'networkList', // networks as 10.20.0.0/16; a list of texts
  'databaseList', // names of databases; a list of texts
  'hostName', // a name on the network beside those of machines: a cluster's, a listener's
  'hostnamePattern', // letters, digits, hyphen and one #
  'flavor', // one of the cloud's machine sizes
  'image', // one of the cloud's marked images; an object {name, type, title}
  'availabilityZone',
  'keyPair',
] as const;
export const PropertyKindSchema = z.enum(PROPERTY_KINDS);
export type PropertyKind = z.infer<typeof PropertyKindSchema>;

/** Kinds of properties that what machines become part of can be named by. */
export const MEMBERSHIP_NAMES = ['string', 'domainName', 'hostName'] as const satisfies readonly PropertyKind[];

const TableColumnSchema = z.strictObject({
  name: z.string(),
  label: z.string(),
  kind: z.enum(['string', 'integer', 'boolean']),
  required: z.boolean().default(false),
});
export type TableColumn = z.infer<typeof TableColumnSchema>;
const TABLE_ROWS = ['objects', 'values', 'pairs', 'record'] as const;

const Amount = z.number().optional();
const FlavorRequirementsSchema = z.strictObject({
  ...{ minVcpus: Amount, maxVcpus: Amount },
  ...{ minMemoryMb: Amount, maxMemoryMb: Amount },
  ...{ minDiskGb: Amount, maxDiskGb: Amount },
});

export const PropertySchema = z.object({
  name: z.string(),
  kind: PropertyKindSchema,
  label: z.string(),
  /** one plain sentence beside the field */
  help: z.string().default(''),
  required: z.boolean().default(false),
  default: z.json().optional(),
  /** left empty, it takes the value of this other property of the same object */
  defaultFrom: z.string().optional(),
  /** what the wizard fills in for a new service; unlike `default`, a client that leaves it out gets nothing */
  suggest: z.json().optional(),
  /** accepted from clients, never asked by the wizard */
  hidden: z.boolean().default(false),
  /** of a unit: the wizard asks once and gives every unit the same answer */
  askOnce: z.boolean().default(false),
  /** kept sealed, shown masked; passwords always are */
  secret: z.boolean().default(false),
  /**
   * of a secret: what it is for, in a word that packages share; a service may be given the one that another service of
   * its environment has for the same purpose
   */
  purpose: z.string().optional(),
  /** of a password of a unit: where this property of its service is empty, each unit gets one that nobody chose */
  madeUnless: z.string().optional(),
  /** bounds of an integer, or of a text's length */
  min: z.number().optional(),
  max: z.number().optional(),
  /** folded under "More options" in the wizard */
  expert: z.boolean().default(false),
  /** shown and checked only while another property of the same object has this value */
  when: z.object({ property: z.string(), equals: z.json() }).optional(),
  /** must have another value than this property of the same object or, of a unit, of its service, when both are set */
  differsFrom: z.string().optional(),
  /** of an account: the service makes it where there is none, so it is none of those that Windows begins with */
  createsAccount: z.boolean().optional(),
  /** of a choice: what may be picked, in this order */
  choices: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  /** of a text: a regular expression that something in it must match, and what is said when nothing does */
  pattern: z.object({ expression: z.string(), sentence: z.string() }).optional(),
  /** of a table: what a row has */
  columns: z.array(TableColumnSchema).min(1).optional(),
  /** of a table: its value is a list of objects, a list of values (one column), names with values (two columns), or one object */
  rows: z.enum(TABLE_ROWS).optional(),
  /** of a text: it may have several lines */
  multiline: z.boolean().optional(),
  /** of a machine size: the least and the most that it may have */
  requirements: FlavorRequirementsSchema.optional(),
  /** of a text: more of the sort of `pattern` */
  furtherPatterns: z.array(z.object({ expression: z.string(), sentence: z.string() })).optional(),
  /** of a domain: it is there already, and called as its owner likes */
  existing: z.boolean().default(false),
  /** of an image: only images of this type, or of one that begins with it and a dot: "windows" */
  imageType: z.string().optional(),
  /** of a reference: the capability that what it names must be an offer of; several with | between them */
  needs: z.string().optional(),
  /** of a reference: what its service does with what it names, in words for a line between the two: "keeps its data in" */
  relation: z.string().optional(),
  /** of what machines become part of: the kind of property that its name is, whose rules it obeys */
  names: z.enum(MEMBERSHIP_NAMES).optional(),
  /** of a reference that machines join: the path in a unit's state that holds the name once the machine is part of it */
  joins: z.string().optional(),
  /** of a reference: both services must name the same offer of this capability */
  sharing: z.string().optional(),
  /** of a reference to a service: services may name each other by it in a circle, and none waits for what it names */
  circular: z.literal('allowed').optional(),
  /** of a unit: always true where this other boolean property is */
  trueWith: z.string().optional(),
  /** of a boolean: while it is true the cloud gives public addresses, one to each machine or one to what the service has once */
  publicAddresses: z.enum(['machine', 'service']).optional(),
  /** what to do when it changes on a deployed service: nothing to redo, in place, or new machines */
  change: z.enum(['inPlace', 'replace', 'refuse']).default('inPlace'),
});
export type Property = z.infer<typeof PropertySchema>;

/** Something that a service offers to others. */
export const CapabilityOfferSchema = z.object({
  /** what it is for whoever needs it: `domain`, `sqlServer`, the name of a class */
  capability: z.string(),
  /** the property by whose value others name it */
  name: z.string().default('name'),
  /** the machines of the service itself are part of it once they carry their roles */
  includesMachines: z.boolean().default(false),
});
export type CapabilityOffer = z.infer<typeof CapabilityOfferSchema>;

export const FormStepSchema = z.object({
  title: z.string(),
  help: z.string().default(''),
  /** names of service properties; `units` places the units' own fields; `unitCount` the number of units */
  fields: z.array(z.string()),
});
export type FormStep = z.infer<typeof FormStepSchema>;

export const ServiceTypeSchema = z.object({
  /** the `type` of the service in the object model, for example `activeDirectory` */
  type: z.string(),
  /** fully qualified name of the package */
  package: z.string(),
  version: z.string(),
  /** the name a newcomer reads: "Active Directory" */
  title: z.string(),
  /** false: an administrator has switched its package off; services of it work on, new ones are refused */
  offered: z.boolean().optional(),
  /** reading its class took more time than it may, so that the form is not known yet; it is read again later */
  formUnread: z.literal(true).optional(),
  /** the class of which services of this type are objects, for a package in MuranoPL */
  className: z.string().optional(),
  /** one sentence */
  summary: z.string(),
  description: z.string().default(''),
  categories: z.array(z.string()).default([]),
  tags: z.array(z.string()).default([]),
  properties: z.array(PropertySchema),
  unitProperties: z.array(PropertySchema),
  units: z.object({
    /** 0 and a max of 0 for what has no machines of its own */
    min: z.int().min(0),
    max: z.int(),
    default: z.int(),
    /** what one unit is called: "domain controller" */ noun: z.string(),
    /** the package decides which machines there are: nobody adds or removes one by hand */
    managed: z.boolean().optional(),
    /** of services whose machines are different ones, by the property `node` of a unit: how many of each */
    ofNode: z.record(z.string(), z.object({ min: z.int().min(0), max: z.int() })).optional(),
  }),
  /** property values of the first and of the further units, for example {isMaster: true} and {isMaster: false} */
  unitTemplates: z.array(z.record(z.string(), z.json())).default([{}]),
  /** the unit property that exactly one unit has true, if any */
  exactlyOne: z.string().nullable().default(null),
  /**
   * the machines serve the same: what starts all of them anew does one after the other, last the one whose host name is at
   * a path of the service, for example "state.primary"
   */
  inTurn: z.object({ last: z.string() }).optional(),
  /**
   * what stays outside of the environment when that is deleted, such as accounts in a domain that others keep: a sentence in
   * which {1}, {2} … are the values at paths of the service; where one of them is empty nothing is told
   */
  leaves: z.array(z.object({ sentence: z.string(), values: z.array(z.string()).min(1) })).optional(),
  /** how many units at most may have a boolean property true */
  unitLimits: z.array(z.object({ property: z.string(), max: z.int().min(1) })).optional(),
  /** what others find in this service: their references say it under `needs` */
  offers: z.array(CapabilityOfferSchema).default([]),
  /** boxes the graph draws on each unit: a role on the host, an application on the role */
  roles: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      kind: z.enum(['role', 'application']),
      /** drawn only on units whose property has this value */
      when: z.object({ property: z.string(), equals: z.json() }).optional(),
      /** the path in `unit.state` (or `service.state`, with a leading ':') that is set once it is installed */
      installedWhen: z.string(),
    }),
  ),
  /**
   * relations between what stands on its machines, drawn between those: with the values of the unit property that says
   * on which machines the two are; absent: none
   */
  connections: z
    .array(
      z.object({
        property: z.string(),
        source: z.json(),
        target: z.json(),
        /** id of the role on the target that is meant; null for the machine itself */
        role: z.string().nullable(),
        /** connected to one of the targets, the first, rather than to all */
        toOne: z.boolean(),
      }),
    )
    .optional(),
  /** the wizard's steps; none for what can only be described by a program */
  form: z.array(FormStepSchema),
  /** what a service has once beside its machines, drawn with them: a load balancer in front of all */
  shared: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        /** path in the service's `state` that is set once it is there; its value is shown as its address */
        address: z.string(),
      }),
    )
    .default([]),
  /**
   * how one signs in on a machine: a command and an account in which `{address}`, `{host}`, `{HOST}` (in capitals) and
   * the names of properties of the service stand for values
   */
  signIn: z.object({ command: z.string(), account: z.string() }).optional(),
  /** what may be done with its machines once they are there (`lib/model/operations`); absent: nothing */
  operations: z.array(z.enum(UNIT_OPERATIONS)).optional(),
  /** operations of its package's own, which people run when they want; absent: none */
  customOperations: z
    .array(
      z.object({
        name: z.string(),
        title: z.string(),
        summary: z.string(),
        parameters: z.array(ActionArgumentSchema),
      }),
    )
    .optional(),
  /** node types of its machines: its package and what that derives from, the nearest first */
  nodeTypes: z.array(z.string()).optional(),
  /** facts for the service page, each a label and a path into the service ("uri"), shown when set */
  facts: z
    .array(
      z.object({
        label: z.string(),
        path: z.string().min(1),
        kind: z.enum(['text', 'link', 'address']).default('text'),
        /** of a link: the page that the service is there for, not one that only tells of it */
        visitors: z.boolean().optional(),
      }),
    )
    .default([]),
});
export type ServiceType = z.infer<typeof ServiceTypeSchema>;

/** What the cloud offers, for pickers and checks. */
export const OfferSchema = z.object({
  cloud: z.string(),
  simulated: z.boolean(),
  flavors: z.array(z.object({ name: z.string(), vcpus: z.int(), memoryMb: z.int(), diskGb: z.int() })),
  images: z.array(
    z.object({ id: z.string(), name: z.string(), title: z.string(), type: z.string(), marked: z.boolean() }),
  ),
  availabilityZones: z.array(z.string()),
  keyPairs: z.array(z.string()),
  /** the addresses that machines get, for example 10.0.0.0/16; absent where the cloud does not tell */
  network: z.object({ cidr: z.string() }).optional(),
  /** the regions that an environment may be in, the usual one first; absent where there is one */
  regions: z.array(z.string()).optional(),
  /** the networks that an environment may be on, the usual one first; absent where there is one */
  networks: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        cidr: z.string().nullable(),
        subnets: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    )
    .optional(),
  quota: z.object({
    machines: z.object({ used: z.int(), limit: z.int() }),
    vcpus: z.object({ used: z.int(), limit: z.int() }),
    memoryMb: z.object({ used: z.int(), limit: z.int() }),
    /** disks of machines, where the cloud tells; a limit below zero is none */
    diskGb: z.object({ used: z.int(), limit: z.int() }).optional(),
    /** addresses that are reached from outside, where the cloud tells; a limit of zero: there are none for anybody here */
    publicAddresses: z.object({ used: z.int(), limit: z.int() }).optional(),
    /** networks of the tenant's own, where the cloud tells */
    networks: z.object({ used: z.int(), limit: z.int() }).optional(),
  }),
});
export type Offer = z.infer<typeof OfferSchema>;
