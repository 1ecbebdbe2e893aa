import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { type Bindings, difference, short } from './values-agree';
import type { Expectation, JudgedCase } from './xml-case';

export type Accept = 'either' | 'engine' | 'seed';

export interface Verdict {
  ok: boolean;
  /** whose description or behaviour the result agrees with */
  as: 'engine' | 'seed' | null;
  why: string | null;
}

/**
 * Judges a result: per round the same commands with equal arguments in any order, per object the same
 * reports, the same model and end. Where the guide and the engine disagree either will do, unless told.
 */
export function judge(testCase: JudgedCase, result: JsonObject | undefined, accept: Accept = 'either'): Verdict {
  if (!result) return { ok: false, as: null, why: 'no result' };
  const { expect, expectSeed } = testCase;
  const choices: ['engine' | 'seed', Expectation][] = [];
  if (accept !== 'seed' || !expectSeed) choices.push(['engine', expect]);
  if (accept !== 'engine' && expectSeed) choices.push(['seed', expectSeed]);
  let why: string | null = null;
  for (const [as, wanted] of choices) {
    const found = compareResult(wanted, result);
    if (found === null) return { ok: true, as, why: null };
    why ??= found;
  }
  return { ok: false, as: null, why };
}

/** The first difference, or null. */
function compareResult(want: Expectation, got: JsonObject): string | null {
  const bindings: Bindings = new Map();
  return (
    compareEnd(want, got) ??
    compareShape(got) ??
    difference(want.model, got.model, bindings, 'model') ??
    compareCommands(want, got, bindings) ??
    compareReports(want, got, bindings) ??
    compareList('heat', ['template', 'parameters'], want.heat, got.heat, bindings) ??
    compareList('plans', ['unit', 'plan'], want.plans, got.plans, bindings)
  );
}

function compareEnd(want: Expectation, got: JsonObject): string | null {
  const aborted = Boolean(got.aborted) || Boolean(got.error);
  if (want.aborted !== aborted) {
    return `the run was expected to ${want.aborted ? 'be given up' : 'go through'}, it ${aborted ? `was given up: ${short(got.error)}` : 'went through'}`;
  }
  if (want.aborted) return null;
  if (typeof got.stopped !== 'boolean') return `stopped: true or false expected, got ${short(got.stopped)}`;
  // a stop with nothing pending ends like any finished run: both words are right
  const eitherWord = want.stopRequested && !want.stopped;
  return got.stopped === want.stopped || eitherWord ? null : `stopped: want ${want.stopped}, got ${got.stopped}`;
}

/** Only lists of objects can be compared; an absent one is empty. */
function compareShape(got: JsonObject): string | null {
  const trace = got.trace ?? null;
  if (trace !== null && !(Array.isArray(trace) && trace.every(isObject))) return 'the trace is not a list of events';
  const batches = got.batches ?? null;
  const listed = batches === null || (Array.isArray(batches) && batches.every((batch) => Array.isArray(batch)));
  return listed ? null : 'batches is not a list of lists';
}

const COMMANDS: ReadonlySet<Json> = new Set(['update-cf-stack', 'delete-cf-stack', 'send-command']);

function entries(trace: Json | undefined): JsonObject[] {
  return Array.isArray(trace) ? trace.filter(isObject) : [];
}

/** Commands by round; rounds without any are left out. Throws a text for a trace that makes no sense. */
function roundsOf(trace: JsonObject[], batches: Json | undefined): JsonObject[][] | string {
  const rounds = new Map<number, JsonObject[]>();
  const add = (round: number, entry: JsonObject) => rounds.set(round, [...(rounds.get(round) ?? []), entry]);
  const counted = trace.filter((entry) => COMMANDS.has(entry.kind ?? null) && !entry.unconfirmed);
  if (Array.isArray(batches)) {
    const listed: number[] = [];
    for (const [round, batch] of batches.entries()) {
      for (const index of Array.isArray(batch) ? batch : []) {
        const entry = typeof index === 'number' ? trace[index] : undefined;
        if (!entry || typeof index !== 'number') return `batches[${round}] names trace entry ${short(index)}`;
        listed.push(index);
        add(round, entry);
      }
    }
    if (new Set(listed).size !== listed.length) return 'batches names a trace entry twice';
    const rest = trace.find((entry, index) => counted.includes(entry) && !listed.includes(index));
    if (rest) return `a command of the trace is in no batch: ${short(rest)}`;
  } else {
    for (const entry of counted) {
      if (typeof entry.round !== 'number') return `neither batches nor a round on the command ${short(entry)}`;
      add(entry.round, entry);
    }
  }
  return [...rounds].sort(([a], [b]) => a - b).map(([, commands]) => commands);
}

function compareCommands(want: Expectation, got: JsonObject, bindings: Bindings): string | null {
  const wanted = roundsOf(want.trace, want.batches);
  const produced = roundsOf(entries(got.trace), got.batches);
  if (typeof wanted === 'string' || typeof produced === 'string')
    return typeof produced === 'string' ? produced : 'a bad case';
  // enqueued when the run was given up: an executor may or may not have begun with them
  const optional = want.trace.filter((entry) => entry.unconfirmed);
  if (optional.length > 0 && produced.length === wanted.length + 1) {
    const extra = produced.pop()?.find((entry) => !optional.some((may) => agrees(may, entry, bindings)));
    if (extra) return `after the last round: not expected: ${short(extra)}`;
  }
  if (wanted.length !== produced.length) {
    return `${wanted.length} rounds of commands expected, got ${produced.length}: want ${brief(wanted.flat())}; got ${brief(produced.flat())}`;
  }
  for (const [index, round] of wanted.entries()) {
    let commands = produced[index] ?? [];
    if (optional.length > 0 && index === wanted.length - 1 && commands.length > round.length) {
      commands = commands.filter((entry) => round.some((wantedEntry) => agrees(wantedEntry, entry, bindings)));
    }
    const found = compareRound(round, commands, bindings, `round ${index}`);
    if (found !== null) return found;
  }
  return null;
}

function fieldsOf(entry: JsonObject): JsonObject {
  const { kind = null, template = null, unit = null, service = null, timeout = null } = entry;
  const mappings = entry.mappings || {};
  if (kind === 'update-cf-stack') return { kind, template, mappings, arguments: entry.arguments || {} };
  if (kind === 'send-command') return { kind, template, mappings, unit, service, timeout };
  return { kind };
}

function agrees(want: JsonObject, got: JsonObject, bindings: Bindings): boolean {
  return difference(fieldsOf(want), fieldsOf(got), new Map(bindings), '') === null;
}

/** The same commands in any order; generated values must fit together, so this may have to try again. */
function compareRound(want: JsonObject[], got: JsonObject[], bindings: Bindings, label: string): string | null {
  if (want.length !== got.length) {
    return `${label}: ${want.length} commands expected, got ${got.length}: want ${brief(want)}; got ${brief(got)}`;
  }
  const certainFirst = [...want].sort(
    (a, b) => Number(short(fieldsOf(a)).includes('%%')) - Number(short(fieldsOf(b)).includes('%%')),
  );
  const pair = (index: number, used: ReadonlySet<number>, bound: Bindings): Bindings | null => {
    const wanted = certainFirst[index];
    if (!wanted) return bound;
    for (const [candidate, entry] of got.entries()) {
      if (used.has(candidate)) continue;
      const next = new Map(bound);
      if (difference(fieldsOf(wanted), fieldsOf(entry), next, '') !== null) continue;
      const rest = pair(index + 1, new Set([...used, candidate]), next);
      if (rest) return rest;
    }
    return null;
  };
  const bound = pair(0, new Set(), bindings);
  if (!bound) {
    const lost = want.find((entry) => !got.some((candidate) => agrees(entry, candidate, bindings)));
    return lost ? `${label}: no such command: ${short(fieldsOf(lost))}` : `${label}: the commands do not fit together`;
  }
  for (const [name, value] of bound) bindings.set(name, value);
  return null;
}

function brief(commands: JsonObject[]): string {
  return (
    commands.map(({ kind, template, unit }) => [kind, template, unit].filter(Boolean).join(' ')).join(', ') || 'none'
  );
}

function reportsOf(trace: JsonObject[]): Map<string, JsonObject[]> {
  const reports = new Map<string, JsonObject[]>();
  for (const entry of trace) {
    if (entry.kind !== 'report') continue;
    const { entity = null, id = null } = entry;
    // the conductor's own word on an unexpected error belongs to no object
    if (entity === null && id === null) continue;
    const key = `${String(entity)} ${JSON.stringify(id)}`;
    reports.set(key, [...(reports.get(key) ?? []), entry]);
  }
  return reports;
}

function compareReports(want: Expectation, got: JsonObject, bindings: Bindings): string | null {
  const wanted = reportsOf(want.trace);
  const produced = reportsOf(entries(got.trace));
  for (const key of new Set([...wanted.keys(), ...produced.keys()])) {
    const [expected, found] = [wanted.get(key) ?? [], produced.get(key) ?? []];
    for (let index = 0; index < Math.max(expected.length, found.length); index++) {
      const [one, other] = [expected[index], found[index]];
      const label = `reports on ${key} #${index + 1}`;
      if (!one || !other) return `${label}: ${one ? 'missing' : 'not expected'} ${short((one ?? other)?.text)}`;
      const names = ['level', 'text', ...('details' in one ? ['details'] : [])];
      const picked = difference(pick(one, names), pick(other, names), bindings, label);
      if (picked !== null) return picked;
    }
  }
  return null;
}

function compareList(
  label: string,
  names: string[],
  want: JsonObject[] | undefined,
  got: Json | undefined,
  bindings: Bindings,
): string | null {
  if (!want || want.length === 0) return null;
  if (!Array.isArray(got)) return `${label}: missing (this case carries templates)`;
  const shape = (entry: JsonObject) => {
    const picked = pick(entry, names);
    return label === 'heat' ? Object.fromEntries(names.map((name) => [name, picked[name] || {}])) : picked;
  };
  return difference(
    want.map(shape),
    got.map((entry) => (isObject(entry) ? shape(entry) : entry)),
    bindings,
    label,
  );
}

function pick(entry: JsonObject, names: string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, entry[name] ?? null]));
}
