import type { Json } from '@/lib/model/json';

/** Chapter 4 of the Murano v0.2 developers guide, as printed: its tables, and a value for each row. */

/** A row of a create table: the attribute, whether it is required, and a value of its type. */
export type CreateRow = readonly [attribute: string, required: 'yes' | 'no', value: Json];

/** What a service is created of, and what a GET of it shows. */
export interface ServiceTables {
  type: string;
  /** the create object, its unit, the request object, its unit */
  tables: readonly [string, string, string, string];
  create: readonly CreateRow[];
  unit: readonly CreateRow[];
  /** attributes of the request object, once it is deployed */
  shown: readonly string[];
  shownUnit: readonly string[];
  /** how many units the rows are tried with, where it is not one */
  units?: number;
}

const DOMAIN = 'acme.dc';
const REPOSITORY = 'https://git.example.com/shop.git';
const PASSWORD = 'Gr33n-Orchard!';
const name: CreateRow = ['name', 'yes', 'My front end'];
const domain: CreateRow = ['domain', 'no', DOMAIN];
const units: CreateRow = ['units', 'yes', [{}]];
const repository: CreateRow = ['repository', 'yes', REPOSITORY];
const port: CreateRow = ['loadBalancerPort', 'yes', 80];

export const SERVICE_TABLES: readonly ServiceTables[] = [
  {
    type: 'activeDirectory',
    tables: ['4.39', '4.40', '4.37', '4.38'],
    create: [['name', 'yes', DOMAIN], ['adminPassword', 'yes', PASSWORD], ['domain', 'yes', DOMAIN], units],
    unit: [
      ['isMaster', 'yes', true],
      ['recoveryPassword', 'yes', 'R3covery-Orchard!'],
    ],
    shown: ['id', 'name', 'domain', 'units'],
    shownUnit: ['id', 'isMaster'],
  },
  {
    type: 'webServer',
    tables: ['4.43', '4.44', '4.41', '4.42'],
    create: [name, domain, units],
    unit: [],
    shown: ['id', 'name', 'uri', 'domain', 'units'],
    shownUnit: ['id'],
  },
  {
    type: 'aspNetApp',
    tables: ['4.47', '4.48', '4.45', '4.46'],
    create: [name, repository, domain, units],
    unit: [],
    shown: ['id', 'name', 'repository', 'uri', 'domain', 'units'],
    shownUnit: ['id'],
  },
  {
    type: 'webServerFarm',
    tables: ['4.51', '4.52', '4.49', '4.50'],
    create: [name, port, domain, units],
    unit: [],
    shown: ['id', 'name', 'uri', 'loadBalancerPort', 'domain', 'units'],
    shownUnit: ['id'],
    units: 2,
  },
  {
    type: 'aspNetAppFarm',
    tables: ['4.55', '4.56', '4.53', '4.54'],
    create: [name, repository, port, domain, units],
    unit: [],
    shown: ['id', 'name', 'uri', 'repository', 'loadBalancerPort', 'domain', 'units'],
    shownUnit: ['id'],
    units: 2,
  },
  {
    type: 'msSqlServer',
    tables: ['4.59', '4.60', '4.57', '4.58'],
    create: [
      name,
      ['mixedModeAuth', 'yes', true],
      ['saPassword', 'no', 'Sa-Orchard-1!'],
      domain,
      ['adminPassword', 'no', PASSWORD],
      units,
    ],
    unit: [],
    shown: ['id', 'name', 'mixedModeAuth', 'saPassword', 'domain', 'adminPassword', 'units'],
    shownUnit: ['id'],
  },
];

/** Tables 4.35 and 4.36: what all services share. */
export const SHARED_ROWS: readonly CreateRow[] = [
  ['unitNamingPattern', 'no', 'ad#-loc'],
  ['availabilityZone', 'no', 'nova'],
  ['flavor', 'no', 'm1.medium'],
  ['osImage', 'no', 'ws-2012-std'],
];

/** Every row of both chapters that is answered otherwise than printed, and the subject of decision 4 that says why. */
export const DIFFERENCES = [
  { row: 'all addresses', subject: 'addresses' },
  { row: '"a successful PUT returns a HTTP 201"', subject: 'success of PUT' },
  { row: 'GET /environments/<id>: wrapped, services by type', subject: '`GET /environments/{id}`' },
  { row: '4.7, 4.9, 4.11: 401', subject: '401 for what is of another tenant' },
  { row: '4.18, 4.20: 401', subject: "401 for another user's session" },
  { row: 'payload of "Create Web Server instance": adminPassword', subject: 'passwords that Windows refuses' },
  { row: '4.27: "any attribute or list item"', subject: 'deleting what a service needs' },
  { row: '4.39, 4.40, 4.51, 4.55, 4.59: rows that are required', subject: 'required rows that are left out' },
  { row: '4.15: deploying returns none', subject: 'what deploying answers' },
  { row: '4.43, 4.47, 4.59: units', subject: 'two units of a web server, an application or SQL Server' },
  { row: '4.1: status', subject: 'words of `status`' },
  { row: 'chapter 5, update-cf-stack: merged into the stack', subject: 'the stack of a round' },
] as const;

/** So many rows may be answered otherwise. */
export const MAX_DIFFERENCES = 12;
