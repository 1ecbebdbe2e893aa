import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Bindings, compareAnswer } from './compare-answer';
import { readPage } from './read-page';

/** Where the pages of the documentation say that the server is. */
const PRINTED_URL = 'http://localhost:3000';
/** What readers need to follow a page. */
const PROGRAMS = ['bash', 'curl', 'jq'];

/** Whether this machine has what readers of the documentation need. */
export const hasPrograms = PROGRAMS.every((name) => spawnSync(name, ['--version']).status === 0);

/**
 * Follows a page of the documentation as its reader would: all its examples, one after the other, in one shell.
 *
 * @param file the page
 * @param url where the server is
 * @returns how many examples it has, how many with an answer, and what was not as the page says, each with its line
 */
export async function runPage(
  file: string,
  url: string,
): Promise<{ examples: number; answers: number; problems: string[] }> {
  const { examples, unused } = readPage(fs.readFileSync(file, 'utf8'));
  const problems = unused.map(({ line, why }) => `${file}:${line}: ${why}`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vetro-page-'));
  try {
    const script = examples.map(({ script: one }, index) =>
      [`{ ${one}`, `} > ${index}.out 2> ${index}.err`, `echo $? > ${index}.status`].join('\n'),
    );
    await runScript(script.join('\n').replaceAll(PRINTED_URL, url), folder);
    const bindings: Bindings = new Map();
    const read = (name: string) => {
      const where = path.join(folder, name);
      return fs.existsSync(where) ? fs.readFileSync(where, 'utf8') : '';
    };
    for (const [index, { line, answer }] of examples.entries()) {
      const [status, output, errors] = [read(`${index}.status`).trim(), read(`${index}.out`), read(`${index}.err`)];
      if (status !== '0') problems.push(`${file}:${line}: ended with ${status || 'nothing'}: ${errors}${output}`);
      else if (answer) {
        const differences = compareAnswer(answer, output, bindings);
        problems.push(...differences.map((one) => `${file}:${answer.line}: ${one}\n  in ${output.slice(0, 4_000)}`));
      }
    }
    return { examples: examples.length, answers: examples.filter(({ answer }) => answer).length, problems };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function runScript(script: string, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const shell = spawn('bash', ['-c', script], { cwd: folder, stdio: 'ignore' });
    shell.on('error', reject);
    shell.on('close', () => resolve());
  });
}
