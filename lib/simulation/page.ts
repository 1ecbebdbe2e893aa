import type { Json } from '@/lib/model/json';
import type { PageDescription } from './description';
import { asText, evaluate, type FunctionScope, fill, holds, readExpression, readText, type Scope } from './expressions';
import { compileValue, resolveValue } from './values';
import { recordOf, type SimulatedMachine, type World } from './world';

/** What a page shows; whoever serves it makes a document of it. */
export interface PageContent {
  title: string;
  kicker: string;
  heading: string;
  text: string;
  rows: { label: string; value: string }[];
  sections: PageSection[];
}

export interface PageSection {
  kicker: string;
  text: string;
  /** null: it has no list */
  items: PageItem[] | null;
}

export interface PageItem {
  name: string;
  detail: string;
  state: string;
  /** null: the line has no mark */
  good: boolean | null;
  current: boolean;
}

/** A page of a package, ready to be shown. */
export interface Page {
  scheme: string | null;
  paths: readonly string[];
  /** why there is nothing to see */
  otherwise: string;
  /** @returns null when what would answer does not run @throws YaqlError */
  show(machine: SimulatedMachine, asked: { port: number; now: Date }, world: World): Promise<PageContent | null>;
}

/** Reads a page's expressions. @throws YaqlError */
export function compilePage(description: PageDescription, functions: FunctionScope): Page {
  const condition = (text: string | undefined) => (text === undefined ? null : readExpression(text));
  const variables = Object.entries(description.let).map(([name, value]) => [name, compileValue(value)] as const);
  const when = condition(description.when);
  const head = {
    title: readText(description.title),
    kicker: readText(description.kicker),
    heading: readText(description.heading),
    text: readText(description.text),
  };
  const rows = description.rows.map(({ label, value, when: given }) => ({
    ...{ label: readText(label), value: readText(value), when: condition(given) },
  }));
  const sections = description.sections.map((section) => ({
    kicker: readText(section.kicker),
    text: readText(section.text),
    when: condition(section.when),
    items: condition(section.items),
    line: { name: readText(section.name), detail: readText(section.detail), state: readText(section.state) },
    good: condition(section.good),
    current: condition(section.current),
  }));
  return {
    scheme: description.scheme ?? null,
    paths: description.paths,
    otherwise: description.otherwise,
    show: async (machine, { port, now }, world) => {
      const own: Record<string, Json> = { port };
      const shared = { machine: recordOf(machine), now: `${now.toISOString().slice(0, 19).replace('T', ' ')} UTC` };
      const scope = (more: Record<string, Json> = {}): Scope => ({
        functions,
        shared,
        own: { ...own, ...more },
        world,
      });
      for (const [name, value] of variables) own[name] = await resolveValue(value, scope());
      if (!(await holds(when, scope()))) return null;
      const page: PageContent = { ...(await filled(head, scope())), rows: [], sections: [] };
      for (const { label, value, when: given } of rows)
        if (await holds(given, scope())) page.rows.push(await filled({ label, value }, scope()));
      for (const { kicker, text, when: given, items, line, good, current } of sections) {
        if (!(await holds(given, scope()))) continue;
        const list: PageItem[] = [];
        const found = items === null ? null : await evaluate(items, scope());
        for (const item of Array.isArray(found) ? found : []) {
          const here = scope({ item });
          list.push({
            ...(await filled(line, here)),
            good: good === null ? null : await holds(good, here),
            current: current !== null && (await holds(current, here)),
          });
        }
        page.sections.push({ ...(await filled({ kicker, text }, scope())), items: items === null ? null : list });
      }
      return page;
    },
  };
}

async function filled<Name extends string>(
  texts: Record<Name, Parameters<typeof fill>[0]>,
  scope: Scope,
): Promise<Record<Name, string>> {
  const done = {} as Record<Name, string>;
  for (const name of Object.keys(texts) as Name[]) done[name] = asText(await fill(texts[name], scope));
  return done;
}
