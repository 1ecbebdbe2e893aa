import type { BrokerSettings } from '@/lib/cloud/agents/broker-settings';
import { loginOf } from '@/lib/cloud/agents/management';
import type { AgentRegistration } from '@/lib/cloud/agents/registry';
import { AGENT_EXCHANGE, type AgentBroker, resultKey } from '@/lib/formats/agent-channel/broker';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';

/** What the first start of a machine is made of. */
export interface FirstStart {
  registration: AgentRegistration;
  queue: string;
  system: 'windows' | 'linux';
  /** the address by which machines reach Vetro, without a slash at the end */
  server: string;
  /** null: agents of ours ask by HTTPS */
  broker: BrokerSettings | null;
}

/** How a machine reaches the broker. */
export function brokerOf({ registration, broker }: Pick<FirstStart, 'registration' | 'broker'>): AgentBroker | null {
  if (!broker) return null;
  const { tls, ca, virtualHost, machines, host, port } = broker;
  const login = { user: loginOf(registration.serverId), password: registration.brokerPassword };
  return { ...(machines ?? { host, port }), tls, ca, virtualHost, ...login };
}

/**
 * A script for cloud-init or cloudbase-init that installs Vetro's agent and tells it who it is.
 *
 * @returns the same text for the same machine each time: another one would have Heat make another machine
 */
export function agentUserData(start: FirstStart): string {
  const { registration, system, server } = start;
  const { serverId, credential, verifyKey, journalKey } = registration;
  const broker = brokerOf(start);
  const identity = {
    server,
    serverId,
    credential,
    verifyKey,
    journalKey,
    address: null,
    ...(broker ? { broker } : {}),
  };
  const encoded = Buffer.from(JSON.stringify(identity)).toString('base64');
  return system === 'windows' ? onWindows(encoded, server) : onLinux(encoded, server);
}

function onLinux(identity: string, server: string): string {
  return `#!/bin/sh
# Run once by cloud-init: installs Vetro's agent, which is told who it is.
set -eu
umask 077
mkdir -p /var/lib/vetro-agent
printf %s '${identity}' | base64 -d > /var/lib/vetro-agent/identity.json
curl -fsSL --retry 10 --retry-connrefused '${server}/v1/agents/install.sh' | sh -s -- --identity
`;
}

function onWindows(identity: string, server: string): string {
  return `#ps1_sysnative
# Run once by cloudbase-init: installs Vetro's agent, which is told who it is.
$ErrorActionPreference = 'Stop'
[Net.ServicePointManager]::SecurityProtocol = [Net.SecurityProtocolType]::Tls12
$folder = Join-Path $env:ProgramData 'VetroAgent'
New-Item -ItemType Directory -Force -Path $folder | Out-Null
$identity = '${identity}'
[IO.File]::WriteAllBytes((Join-Path $folder 'identity.json'), [Convert]::FromBase64String($identity))
$script = Join-Path $env:TEMP 'vetro-agent-install.ps1'
Invoke-WebRequest -UseBasicParsing -Uri '${server}/v1/agents/install.ps1' -OutFile $script
& $script -Identity
Remove-Item -Path $script
`;
}

/** What scripts of packages that set up an agent of Murano are told, by the parameters of templates that they use. */
export function muranoParameters(start: FirstStart): JsonObject {
  const broker = brokerOf(start);
  if (!broker) return {};
  return {
    agent_broker_host: broker.host,
    agent_broker_port: String(broker.port),
    agent_broker_user: broker.user,
    agent_broker_password: broker.password,
    agent_broker_virtual_host: broker.virtualHost,
    agent_broker_ssl: String(broker.tls),
    agent_broker_ca: broker.ca ?? '',
    agent_results_exchange: AGENT_EXCHANGE,
    agent_results_queue: resultKey(start.registration.serverId),
  };
}

/** Whether a text of a template sets up an agent of Murano. */
export function setsUpMurano(value: Json): boolean {
  return JSON.stringify(value ?? null).includes('"get_param":"agent_broker_host"');
}

/** A value of a template with the values of some parameters in their places: they differ from machine to machine. */
export function withParameters(value: Json, parameters: JsonObject): Json {
  if (Array.isArray(value)) return value.map((one) => withParameters(one, parameters));
  if (!isObject(value)) return value;
  const { get_param: name } = value;
  if (typeof name === 'string' && name in parameters) return parameters[name] ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withParameters(inner, parameters)]));
}

const BOUNDARY = 'vetro-first-start';

/** The agent's script and what a package wants done at the first start besides, as one text for cloud-init. */
export function bothAtFirst(agent: string, own: Json): Json {
  const head = [
    `Content-Type: multipart/mixed; boundary="${BOUNDARY}"\nMIME-Version: 1.0\n`,
    ...[`--${BOUNDARY}`, 'Content-Type: text/x-shellscript; charset="utf-8"\nMIME-Version: 1.0\n', agent],
    ...[`--${BOUNDARY}`, 'Content-Type: text/plain; charset="utf-8"\nMIME-Version: 1.0\n\n'],
  ].join('\n');
  return { list_join: ['', [head, own, `\n--${BOUNDARY}--\n`]] };
}

/**
 * The agent's script with user data that is a resource of Heat itself, as a resource that holds both.
 *
 * @param name of that resource
 */
export function withOwnParts(agent: string, name: string, resource: Json): JsonObject {
  const isMultipart = isObject(resource) && resource.type === 'OS::Heat::MultipartMime';
  const own = { config: { get_resource: name }, ...(isMultipart ? { type: 'multipart' } : {}) };
  return { type: 'OS::Heat::MultipartMime', properties: { parts: [{ config: agent }, own] } };
}
