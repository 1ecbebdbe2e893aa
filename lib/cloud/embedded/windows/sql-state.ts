import { z } from 'zod';

/** What the node that created a failover cluster knows of it; the others know its name only. */
export const ClusterSchema = z.object({
  /** made at creation; tells two clusters of one name apart */
  id: z.string(),
  name: z.string(),
  address: z.string(),
  /** host names, on the node that created it; empty on the others */
  nodes: z.array(z.string()),
});

export const ReplicaSchema = z.object({ host: z.string(), synchronous: z.boolean() });

/** An availability group as one of its replicas knows it. */
export const GroupSchema = z.object({
  name: z.string(),
  /** host name of the primary replica */
  primary: z.string(),
  /** all replicas, on the primary one; empty on the others */
  replicas: z.array(ReplicaSchema),
  listener: z.object({ name: z.string(), address: z.string(), port: z.int() }).nullable(),
});

/** The default instance of SQL Server on a machine. */
export const SqlSchema = z.object({
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

export type Cluster = z.infer<typeof ClusterSchema>;
export type Replica = z.infer<typeof ReplicaSchema>;
export type Group = z.infer<typeof GroupSchema>;
export type Sql = z.infer<typeof SqlSchema>;
