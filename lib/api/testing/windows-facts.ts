import { z } from 'zod';

/** What each node of a failover cluster knows of it. */
const ClusterSchema = z.object({
  /** made at creation; tells two clusters of one name apart */
  id: z.string(),
  name: z.string(),
  address: z.string(),
  /** host names */
  nodes: z.array(z.string()),
  /** the folder that votes with an even number of nodes */
  witness: z.object({ host: z.string(), share: z.string() }).nullable().default(null),
});

const ReplicaSchema = z.object({ host: z.string(), synchronous: z.boolean() });

/** An availability group as its replicas know it. */
const GroupSchema = z.object({
  name: z.string(),
  /** host name of the primary replica */
  primary: z.string(),
  replicas: z.array(ReplicaSchema),
  listener: z.object({ name: z.string(), address: z.string(), port: z.int() }).nullable(),
});

/** The default instance of SQL Server on a machine. */
const SqlSchema = z.object({
  /** whom the service runs as */
  account: z.string(),
  mixedMode: z.boolean(),
  /** null while sa is disabled */
  saHash: z.string().nullable(),
  alwaysOn: z.boolean(),
  /** port of the endpoint through which replicas talk */
  endpoint: z.int().nullable(),
  databases: z.array(z.object({ name: z.string(), replicated: z.boolean() })),
  /** accounts of Windows that may do everything in a database */
  owners: z.array(z.object({ database: z.string(), account: z.string() })).default([]),
  group: GroupSchema.nullable(),
});

const AccountSchema = z.object({
  name: z.string(),
  /** null until a password is set: nobody can sign in with it */
  passwordHash: z.string().nullable(),
});

/** What the controllers of a domain share. */
const DirectorySchema = z.object({
  /** made at promotion; tells two domains of one name apart */
  id: z.string(),
  domain: z.string(),
  netbios: z.string(),
  accounts: z.record(z.string(), AccountSchema),
  /** accounts of machines: their identifiers by name */
  computers: z.record(z.string(), z.string()).default({}),
  safeModeHash: z.string(),
});

/** What the shipped packages say that a Windows machine knows. */
const WindowsSchema = z
  .object({
    /** null for what is not Windows */
    edition: z.string().nullable(),
    /** whether there is an agent on what is not Windows */
    agent: z.boolean().optional(),
    computerName: z.string(),
    boots: z.int(),
    /** local accounts by lower-case name; a domain controller has none */
    accounts: z.record(z.string(), AccountSchema),
    /** the domain it is a member of */
    domain: z.string().nullable().default(null),
    /** what it knows as a domain controller */
    directory: DirectorySchema.nullable().default(null),
    features: z.array(z.string()),
    dnsServers: z.array(z.string()).default([]),
    /** folders that files were copied to */
    folders: z.array(z.string()).default([]),
    sites: z
      .array(
        z.object({
          name: z.string(),
          port: z.int(),
          path: z.string(),
          started: z.boolean(),
          /** what its start page is headed; empty for Windows' own */
          title: z.string().default(''),
          /** the application that it serves instead of a start page */
          application: z
            .object({
              repository: z.string(),
              revision: z.string(),
              commit: z.string(),
              /** where it keeps its data, for example "shop on sql1.acme.local"; empty for nowhere that we know of */
              database: z.string().default(''),
            })
            .nullable()
            .default(null),
        }),
      )
      .default([]),
    /** shared folders, and the account that may write to each */
    shares: z.array(z.object({ name: z.string(), account: z.string() })).default([]),
    /** whether Windows' own firewall is on, and what it lets in beside what roles open themselves */
    firewall: z.boolean().default(true),
    openPorts: z.array(z.int()).default([]),
    /** the failover cluster it is a node of */
    cluster: ClusterSchema.nullable().default(null),
    sql: SqlSchema.nullable().default(null),
    /** what the next restart will bring; anything here blocks what needs a clean machine */
    pending: z
      .object({
        domain: z.string().nullable().optional(),
        directory: DirectorySchema.optional(),
        features: z.array(z.string()).optional(),
      })
      .catchall(z.json()),
  })
  .catchall(z.json());

/** What Windows itself knows on a machine, as the shipped packages have it. */
export type WindowsFacts = z.infer<typeof WindowsSchema>;

/** Reads what is stored of a machine. @throws ZodError when a fact has another shape */
export function readWindowsFacts(stored: unknown): WindowsFacts {
  return WindowsSchema.parse(stored);
}
