import { z } from 'zod';
import type { JsonObject } from '@/lib/model/json';
import { hashPassword } from './password';
import { ClusterSchema, SqlSchema } from './sql-state';

const AccountSchema = z.object({
  name: z.string(),
  /** null until a password is set: nobody can sign in with it */
  passwordHash: z.string().nullable(),
});

/** What the controllers of a domain share. */
export const DirectorySchema = z.object({
  /** made at promotion; tells two domains of one name apart */
  id: z.string(),
  domain: z.string(),
  netbios: z.string(),
  accounts: z.record(z.string(), AccountSchema),
  safeModeHash: z.string(),
});

const WindowsSchema = z.object({
  /** null for what is not Windows */
  edition: z.string().nullable(),
  /** whether there is an agent on what is not Windows */
  agent: z.boolean().optional(),
  computerName: z.string(),
  boots: z.int(),
  /** local accounts by lower-case name; a domain controller has none */
  accounts: z.record(z.string(), AccountSchema),
  /** the domain it is a member of */
  domain: z.string().nullable(),
  /** what it knows as a domain controller */
  directory: DirectorySchema.nullable(),
  features: z.array(z.string()),
  dnsServers: z.array(z.string()),
  /** folders that files were copied to */
  folders: z.array(z.string()),
  sites: z.array(
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
  ),
  /** shared folders, and the account that may write to each */
  shares: z.array(z.object({ name: z.string(), account: z.string() })).default([]),
  /** whether Windows' own firewall is on, and what it lets in beside what roles open themselves */
  firewall: z.boolean().default(true),
  openPorts: z.array(z.int()).default([]),
  /** the failover cluster it is a node of */
  cluster: ClusterSchema.nullable().default(null),
  sql: SqlSchema.nullable().default(null),
  /** what the next restart will bring; anything here blocks what needs a clean machine */
  pending: z.object({
    domain: z.string().nullable().optional(),
    directory: DirectorySchema.optional(),
    features: z.array(z.string()).optional(),
  }),
});

export type WindowsState = z.infer<typeof WindowsSchema>;
export type Directory = z.infer<typeof DirectorySchema>;
export type Account = z.infer<typeof AccountSchema>;

const LONGEST_NETBIOS = 15;

/**
 * A machine as it comes out of its image.
 *
 * @param edition for example "Windows Server 2022 Standard"; null for what is not Windows
 * @param hostname name of the server; Windows cuts it to 15 characters
 * @param password of the local Administrator, opened; null when the cloud gave none
 */
export async function freshWindows(
  edition: string | null,
  hostname: string,
  password: string | null,
): Promise<JsonObject> {
  const state: WindowsState = {
    edition,
    computerName: netbiosName(hostname),
    boots: 0,
    accounts: {
      administrator: { name: 'Administrator', passwordHash: password ? await hashPassword(password) : null },
    },
    domain: null,
    directory: null,
    features: ['FileAndStorage-Services', 'PowerShell'],
    dnsServers: [],
    folders: [],
    sites: [],
    shares: [],
    firewall: true,
    openPorts: [],
    cluster: null,
    sql: null,
    pending: {},
  };
  return state;
}

/** Whether plans are carried out on the machine: Windows comes with the agent, other systems may. */
export function hasAgent({ edition, agent = false }: WindowsState): boolean {
  return edition !== null || agent;
}

/** Reads what is stored of a machine. @throws ZodError when it was not written by us */
export function readWindows(stored: unknown): WindowsState {
  return WindowsSchema.parse(stored);
}

/** What a restart does: pending membership and promotion take effect. Changes `state`. */
export function restart(state: WindowsState): void {
  state.boots += 1;
  const { domain, directory, features = [] } = state.pending;
  addFeatures(state, features);
  if (domain !== undefined) state.domain = domain;
  if (directory) {
    state.directory = directory;
    state.domain = directory.domain;
    state.accounts = {};
  }
  state.pending = {};
}

/** Adds features that are missing. Changes `state`. */
export function addFeatures(state: WindowsState, features: readonly string[]): void {
  for (const feature of features) if (!state.features.includes(feature)) state.features.push(feature);
}

/** Whether Windows wants a restart before it lets anyone change its roles or membership. */
export function needsRestart(state: WindowsState): boolean {
  const { domain, directory, features } = state.pending;
  return domain !== undefined || directory !== undefined || features !== undefined;
}

/** The first label of a name, as NetBIOS writes it: upper case, 15 characters at most. */
export function netbiosName(name: string): string {
  return (name.split('.')[0] ?? '').slice(0, LONGEST_NETBIOS).toUpperCase();
}
