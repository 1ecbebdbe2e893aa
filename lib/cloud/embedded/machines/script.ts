import type { JsonObject } from '@/lib/model/json';
import { isBlank, missingParameters, unknownParameter } from '@/lib/simulation';

/** A function as a PowerShell text declares it. */
export interface ScriptFunction {
  /** null when it has no parameter block: then it takes whatever it is given */
  parameters: { name: string; mandatory: boolean }[] | null;
}

/**
 * Finds a function in PowerShell texts, case does not matter; the last declaration counts, as it does
 * in PowerShell.
 *
 * @returns null when none of the texts declares it
 */
export function findFunction(texts: string[], name: string): ScriptFunction | null {
  const pattern = new RegExp(`^[ \\t]*(?:function|filter)\\s+(?:global:)?${escapeForPattern(name)}(?![\\w-])`, 'gim');
  let found: ScriptFunction | null = null;
  for (const text of texts) {
    for (const match of text.matchAll(pattern))
      found = { parameters: parameterBlock(text, match.index + match[0].length) };
  }
  return found;
}

/**
 * Checks arguments against what the plan's own script declares, as PowerShell does: names without regard to
 * case, unknown ones refused, mandatory ones demanded.
 *
 * @throws CommandFailure (ParameterBindingException)
 */
export function checkBinding(declared: ScriptFunction, given: JsonObject): void {
  const { parameters } = declared;
  if (!parameters) return;
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  const unknown = Object.keys(given).find((name) => !parameters.some((parameter) => same(parameter.name, name)));
  if (unknown !== undefined) throw unknownParameter(unknown);
  const missing = parameters.filter(({ name, mandatory }) => {
    const key = Object.keys(given).find((other) => same(other, name));
    return mandatory && (key === undefined || isBlank(given[key]));
  });
  if (missing.length > 0) throw missingParameters(missing.map((parameter) => parameter.name));
}

/** The `param( … )` that opens a function's body. */
function parameterBlock(text: string, from: number): ScriptFunction['parameters'] {
  const opening = /^\s*\{(?:\s|#[^\n]*\n|<#[\s\S]*?#>|\[CmdletBinding[^\]]*\])*param\s*\(/i.exec(text.slice(from));
  if (!opening) return null;
  const block = withoutText(balanced(text.slice(from + opening[0].length)));
  return splitAtTop(block)
    .map((declaration) => ({
      name: /\$(\w+)\s*(?:=[\s\S]*)?$/.exec(declaration.trim())?.[1] ?? '',
      mandatory: /\[Parameter\([^)]*Mandatory(?!\s*=\s*\$false)/i.test(declaration),
    }))
    .filter((parameter) => parameter.name !== '');
}

/** What stands before the parenthesis that closes the one already open. */
function balanced(text: string): string {
  let depth = 1;
  const plain = withoutText(text);
  for (let at = 0; at < plain.length; at++) {
    if (plain[at] === '(') depth++;
    else if (plain[at] === ')') depth--;
    if (depth === 0) return text.slice(0, at);
  }
  return text;
}

/** Strings and comments blanked out, every other character where it was. */
function withoutText(text: string): string {
  return text.replace(/'[^'\n]*'|"[^"\n]*"|<#[\s\S]*?#>|#[^\n]*/g, (piece) => ' '.repeat(piece.length));
}

function splitAtTop(text: string): string[] {
  const pieces = [''];
  let depth = 0;
  for (const character of text) {
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    if (character === ',' && depth === 0) pieces.push('');
    else pieces[pieces.length - 1] += character;
  }
  return pieces;
}

function escapeForPattern(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '\\$&');
}
