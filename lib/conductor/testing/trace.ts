/** What a run has left in the world and in the log, comparable between runs. */
export interface Trace {
  /** every plan that reached an inbox, with how often its commands were carried out */
  plans: { id: string; status: string; executions: number; results: number }[];
  stacks: { name: string; action: string; status: string }[];
  /** how often the stack and each of its resources changed, in words of the cloud */
  stackEvents: string[];
  resources: { name: string; status: string }[];
  machines: { hostname: string; power: string; deleted: boolean }[];
  /** keys of effects, reports and the run's own events: each once */
  events: string[];
  openReplies: number;
  run: { version: number | null; result: unknown };
  environment: { version: number; active: string | null; model: unknown };
}

/** Names of what has another identity in each run. */
export interface TraceNames {
  /** host names by address */
  hosts: ReadonlyMap<string, string>;
  /** names of resources by id */
  resources: ReadonlyMap<string, string>;
}

/**
 * Addresses are handed out as machines come up, side by side, and the cloud makes ids as it likes: a trace names the
 * machine or the resource instead. When something was found out is another instant each time.
 */
export function comparable(trace: Trace, { hosts, resources }: TraceNames): Trace {
  const named = JSON.stringify(trace).replaceAll(/\b[0-9a-f]{32}\b/g, (id) =>
    resources.has(id) ? `<${resources.get(id)}>` : id,
  );
  const placed = named.replaceAll(/\b\d+(\.\d+){3}\b/g, (address) => `<${hosts.get(address) ?? address}>`);
  // An account that a directory makes has an identifier of its own: by where it comes first, the same each time.
  const accounts: string[] = [];
  const known = placed.replaceAll(/\bS-1-5-21-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (account) => {
    if (!accounts.includes(account)) accounts.push(account);
    return `<account ${accounts.indexOf(account)}>`;
  });
  return JSON.parse(known.replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>'));
}

/** The lines of a log that a trace has, in whatever order they came. */
export function tracedEvents(events: readonly { kind: string; text: string; data?: unknown }[]): string[] {
  return events
    .filter(({ kind }) => /^(effect|report|run|command)/.test(kind))
    .map(({ kind, text, data }) => `${kind} ${(data as { effectId?: string } | undefined)?.effectId ?? ''} ${text}`)
    .sort();
}

/** What one trace has and the other has not; null when they are equal. */
export function differences(trace: Trace, undisturbed: Trace): string | null {
  const lines = (value: unknown) => (Array.isArray(value) ? value : [value]).map((item) => JSON.stringify(item));
  const found = (Object.keys(undisturbed) as (keyof Trace)[]).flatMap((key) => {
    const [is, should] = [lines(trace[key]), lines(undisturbed[key])];
    const times = (all: readonly string[], line: string) => all.filter((one) => one === line).length;
    return [...new Set([...is, ...should])]
      .filter((line) => times(is, line) !== times(should, line))
      .map((line) => `${key}: ${times(is, line)} instead of ${times(should, line)} times ${line}`);
  });
  return found.length === 0 ? null : found.join('\n');
}
