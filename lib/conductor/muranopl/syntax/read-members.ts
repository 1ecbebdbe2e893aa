import type { Template } from '../source/value';
import type { ArgumentDeclaration, MethodDeclaration, PropertyDeclaration } from './declarations';
import { Fields, isNothing, listed, wordOf } from './fields';
import { readBlock } from './read-block';
import { readMeta } from './read-meta';
import type { Reader } from './reader';
import { nameOfKind, written } from './written';

const PROPERTY_USAGES = ['In', 'Out', 'InOut', 'Const', 'Runtime', 'Static', 'Config'] as const;
const METHOD_USAGES = ['Runtime', 'Static', 'Extension', 'Action'] as const;
/** in the order in which arguments must stand */
const ARGUMENT_USAGES = ['Standard', 'VarArgs', 'KwArgs'] as const;
/** what methods were called before they got their dots */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['initialize', '.init'],
  ['destroy', '.destroy'],
]);

/** Reads `Properties:`. */
export function readProperties(template: Template | undefined, reader: Reader): PropertyDeclaration[] {
  const fields = template && Fields.of(template, 'Properties', reader.problems);
  return [...(fields ?? [])].flatMap(({ name, place, value }) => {
    const what = `The property ${name}`;
    const declared = readValue(value, what, PROPERTY_USAGES, 'In', reader);
    return declared ? { name, ...declared, place } : [];
  });
}

/** What properties and arguments have in common. */
function readValue<Usage extends string>(
  template: Template,
  what: string,
  usages: readonly Usage[],
  usual: Usage,
  reader: Reader,
) {
  const { problems } = reader;
  const fields = Fields.of(template, what, problems);
  if (!fields) return undefined;
  fields.allow(['Contract', 'Usage', 'Default', 'Meta'], what, problems);
  if (!fields.has('Contract')) {
    problems.error('no_contract', `${what} needs a Contract.`, template.place, {
      hint: 'Contract: $ accepts everything.',
    });
  }
  return {
    usage: wordOf(fields.get('Usage'), usages, usual, `The Usage of ${lower(what)}`, problems),
    contract: fields.get('Contract'),
    default: fields.get('Default'),
    meta: readMeta(fields.get('Meta'), reader),
  };
}

/** Reads `Methods:` or `Workflow:`; a method that stands under its old and its new name is the last. */
export function readMethods(template: Template | undefined, reader: Reader): MethodDeclaration[] {
  const methods = new Map<string, MethodDeclaration>();
  const fields = template && Fields.of(template, 'Methods', reader.problems);
  for (const { name, place, value } of fields ?? []) {
    const method = readMethod(OLD_NAMES.get(name) ?? name, value, place, reader);
    if (method) methods.set(method.name, method);
  }
  return [...methods.values()];
}

function readMethod(
  name: string,
  template: Template,
  place: MethodDeclaration['place'],
  reader: Reader,
): MethodDeclaration | undefined {
  const { problems } = reader;
  const what = `The method ${name}`;
  const fields = Fields.of(template, what, problems);
  if (!fields) return undefined;
  fields.allow(['Arguments', 'Body', 'Usage', 'Scope', 'Meta'], what, problems);
  const usage = wordOf(fields.get('Usage'), METHOD_USAGES, 'Runtime', `The Usage of ${lower(what)}`, problems);
  const written = fields.get('Scope');
  const usual = usage === 'Action' ? 'Public' : 'Session';
  const scope = wordOf(written, ['Public', 'Session'] as const, usual, `The Scope of ${lower(what)}`, problems);
  if (usage === 'Action' && scope === 'Session' && written) {
    problems.error('action_not_public', `${what} is an Action, so its Scope cannot be Session.`, written.place, {
      text: 'Session',
    });
  }
  const methodArguments = readArguments(fields.get('Arguments'), what, reader);
  if (usage === 'Extension' && methodArguments[0]?.usage !== 'Standard') {
    problems.error('no_receiver', `${what} extends another class, so its first argument is the object.`, place);
  }
  const body = readBlock(fields.get('Body'), reader);
  return { name, usage, scope, arguments: methodArguments, body, meta: readMeta(fields.get('Meta'), reader), place };
}

function readArguments(template: Template | undefined, method: string, reader: Reader): ArgumentDeclaration[] {
  const read: ArgumentDeclaration[] = [];
  for (const argument of listed(template).flatMap((item) => readArgument(item, method, reader))) {
    const before = read.at(-1);
    const order = before ? ARGUMENT_USAGES.indexOf(argument.usage) - ARGUMENT_USAGES.indexOf(before.usage) : 1;
    if (before && (order < 0 || (order === 0 && argument.usage !== 'Standard'))) {
      reader.problems.error(
        'argument_order',
        `${method} has the argument ${argument.name} (${argument.usage}) after ${before.name} (${before.usage}).`,
        argument.place,
        { hint: 'Standard arguments come first, then one VarArgs, then one KwArgs.' },
      );
    }
    read.push(argument);
  }
  return read;
}

/** The argument of one item. An item that names several is wrong, but they are all meant. */
function readArgument(template: Template, method: string, reader: Reader): ArgumentDeclaration[] {
  const { problems } = reader;
  if (template.kind !== 'map' || template.entries.length !== 1) {
    const found = template.kind === 'map' ? `a mapping of ${template.entries.length}` : nameOfKind(template);
    problems.error(
      'bad_arguments',
      `An argument of ${lower(method)} must be a mapping of one key, and this is ${found}.`,
      template.place,
      {
        text: written(template),
        hint: template.kind === 'map' ? 'Put a dash before each argument.' : undefined,
      },
    );
    if (template.kind !== 'map') return [];
  }
  return [...(Fields.of(template, 'Arguments', problems) ?? [])].flatMap(({ name, place, value }) => {
    const what = `The argument ${name} of ${lower(method)}`;
    if (isNothing(value)) {
      problems.error('no_contract', `${what} needs a Contract.`, place, { text: name });
      return [];
    }
    const declared = readValue(value, what, ARGUMENT_USAGES, 'Standard', reader);
    return declared ? { name, ...declared, place } : [];
  });
}

function lower(what: string): string {
  return what.charAt(0).toLowerCase() + what.slice(1);
}
