import { isVetroError } from '@/lib/errors';
import { accountFields } from '@/lib/formats/execution-plan/account';
import { readPlan } from '@/lib/formats/execution-plan/check';
import type { ExecutionPlan, Program, ProgramFile, ProgramScript } from '@/lib/formats/execution-plan/plan';
import { isObject, type Json, type JsonObject } from '@/lib/model/json';
import { DslError } from '../../errors';

/** Reads a file below `Resources/`; `binary` answers base64. Throws ValueError when it is not there. */
export type FileReader = (path: string, binary: boolean) => string;

/** Where plans look for the files they name. */
const FOLDER = 'scripts';

/**
 * Makes the plan that goes to an agent from a template of a package: the files it names are put into it.
 *
 * - version 1 (no `FormatVersion`, or 1.x): PowerShell; `Scripts` names files, `Commands` functions of theirs
 * - version 2: `Scripts` are entry points with further files, `Body` is Python that calls them. A file is a path, a
 *   path in `< >` for one whose content goes as base64, an address that the machine fetches, `{name: path}` to give it
 *   another name, or the `Name` of one in `Files`
 *
 * @throws ValueError for a file that is not there, and for a template that is no plan
 */
export function buildPlan(template: JsonObject, read: FileReader): ExecutionPlan {
  const version = String(template.FormatVersion ?? '1.0.0');
  try {
    const plan = version.startsWith('1') ? commandPlan(template, read) : programPlan(template, version, read);
    return readPlan({ ...plan, ...accountFields(template) });
  } catch (error) {
    if (!isVetroError(error)) throw error;
    throw new DslError('ValueError', error.sentence);
  }
}

/**
 * A plan that holds its files already, as it goes to an agent.
 *
 * @throws ValueError for a template that is no plan
 */
export function rawPlan(plan: JsonObject): ExecutionPlan {
  const version = String(plan.FormatVersion ?? '1.0.0');
  if (version.startsWith('1')) return buildPlan(plan, (path) => path.slice(FOLDER.length + 1));
  const { Scripts: scripts = {}, Files: files = {} } = plan;
  const built = buildPlan({ ...plan, Scripts: {}, Files: {} }, (path) => path);
  const program = { ...built.program, Scripts: scripts, Files: files } as unknown as Program;
  return { ...built, program };
}

/** What people call a plan: its name, its first command, its first script. */
export function planName(template: JsonObject): string {
  const { Name: name, Commands: commands, Scripts: scripts } = template;
  if (typeof name === 'string' && name !== '') return name;
  const [first] = Array.isArray(commands) ? commands : [];
  if (isObject(first) && typeof first.Name === 'string') return first.Name;
  return (isObject(scripts) ? Object.keys(scripts)[0] : undefined) ?? 'Plan';
}

function commandPlan(template: JsonObject, read: FileReader): JsonObject {
  const { Scripts: names = [], Commands: commands = [], RebootOnCompletion: reboot = 0 } = template;
  const scripts = (Array.isArray(names) ? names : [names]).map((name) => read(`${FOLDER}/${String(name)}`, true));
  const complete = (Array.isArray(commands) ? commands : [commands]).map((command) =>
    isObject(command) ? { ...command, Arguments: command.Arguments ?? {} } : command,
  );
  return { Scripts: scripts, Commands: complete, RebootOnCompletion: reboot };
}

function programPlan(template: JsonObject, version: string, read: FileReader): JsonObject {
  const files = new ProgramFiles(isObject(template.Files) ? template.Files : {}, read);
  const written = isObject(template.Scripts) ? template.Scripts : {};
  const scripts = Object.entries(written).map(([name, script]) => [name, placed(name, script, files)]);
  const program = {
    FormatVersion: version,
    Version: String(template.Version ?? '1.0.0'),
    Name: planName(template),
    Body: typeof template.Body === 'string' ? template.Body : 'return',
    Parameters: isObject(template.Parameters) ? template.Parameters : {},
    Scripts: Object.fromEntries(scripts) as Program['Scripts'],
    Files: files.placed,
  } satisfies Program;
  return { Scripts: [], Commands: [], RebootOnCompletion: 0, program: program as unknown as Json };
}

function placed(name: string, script: Json, files: ProgramFiles): ProgramScript {
  if (!isObject(script) || typeof script.EntryPoint !== 'string') {
    throw new DslError('ValueError', `The script ${name} of a plan has no EntryPoint.`);
  }
  const type = typeof script.Type === 'string' ? script.Type : 'Application';
  return {
    Type: type,
    Version: String(script.Version ?? '1.0.0'),
    // Recipes are named, scripts of an application are files.
    EntryPoint: type === 'Application' ? files.place(script.EntryPoint) : script.EntryPoint,
    Files: (Array.isArray(script.Files) ? script.Files : []).map((file) => files.place(file)),
    Options: isObject(script.Options) ? script.Options : {},
  };
}

/** The files of a plan, each put in once. Those that the template holds itself are there anyway. */
class ProgramFiles {
  readonly placed: Record<string, ProgramFile> = {};
  /** by the names that scripts use */
  private readonly keys = new Map<string, string>();

  constructor(
    declared: JsonObject,
    private readonly read: FileReader,
  ) {
    for (const [key, file] of Object.entries(declared)) {
      this.placed[key] = declaredFile(key, file);
      this.keys.set(this.placed[key].Name, key);
    }
  }

  /** Puts a file in. Answers the key that scripts name it by. */
  place(file: Json): string {
    const [written, path] = isObject(file) ? (Object.entries(file)[0] ?? ['', '']) : [String(file), String(file)];
    const inner = unwrapped(written).text;
    const name = isAddress(inner) ? inner.slice(inner.lastIndexOf('/') + 1) : inner;
    const known = this.keys.get(name);
    if (known !== undefined) return known;
    const source = unwrapped(String(path));
    this.keys.set(name, name);
    this.placed[name] = isAddress(source.text)
      ? { Name: name, Type: 'Downloadable', URL: source.text }
      : {
          Name: name,
          BodyType: source.isBinary ? 'Base64' : 'Text',
          Body: this.read(`${FOLDER}/${source.text}`, source.isBinary),
        };
    return name;
  }
}

function declaredFile(key: string, declared: Json | undefined): ProgramFile {
  if (!isObject(declared)) return { Name: key, BodyType: 'Text', Body: String(declared) };
  const { Name: name = key, BodyType: type, Body: body = '', URL: url } = declared;
  if (typeof url === 'string') return { Name: String(name), Type: 'Downloadable', URL: url };
  return { Name: String(name), BodyType: type === 'Base64' ? 'Base64' : 'Text', Body: String(body) };
}

function unwrapped(text: string): { text: string; isBinary: boolean } {
  const inner = /^<(.*)>$/.exec(text)?.[1];
  return inner === undefined ? { text, isBinary: false } : { text: inner, isBinary: true };
}

function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text);
}
