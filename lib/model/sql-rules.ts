import type { RuleBreach } from './windows-rules';

/** What SQL Server takes as names of databases. */

const LONGEST = 123;
const SYSTEM = ['master', 'model', 'msdb', 'tempdb', 'resource', 'distribution'];

const breach = (code: string, sentence: string): RuleBreach => ({ code, sentence });

/**
 * Breaches of a list of databases: regular identifiers of SQL Server (a letter or _ first, then letters,
 * digits, _ @ # $), at most 123 characters, none of the server's own names, each once whatever its case.
 */
export function databaseListBreaches(names: readonly string[]): RuleBreach[] {
  const found: RuleBreach[] = [];
  const seen = new Set<string>();
  for (const name of names) {
    if (!/^[A-Za-z_][A-Za-z0-9_@#$]*$/.test(name)) {
      const sentence = `"${name}" cannot be the name of a database: it begins with a letter or _, then come letters, digits and _ @ # $.`;
      found.push(breach('database_characters', sentence));
    }
    if (name.length > LONGEST) {
      found.push(breach('database_too_long', `The name of a database has at most ${LONGEST} characters.`));
    }
    const key = name.toLowerCase();
    if (SYSTEM.includes(key)) found.push(breach('database_system', `"${name}" is SQL Server's own. Choose another.`));
    if (seen.has(key)) found.push(breach('database_twice', `The database "${name}" is in the list twice.`));
    seen.add(key);
  }
  return found;
}
