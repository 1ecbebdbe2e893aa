import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createAgentKeyPair, privateKeyOf } from '@/lib/formats/agent-channel/proof';
import {
  isReleaseSigned,
  programDigest,
  readSignatures,
  signatureLine,
  signaturesFile,
  signRelease,
} from '@/lib/formats/agent-channel/releases';

const PROGRAM = 'agent/generated/vetro-agent.mjs';
const USAGE = `Usage: npm run release -- key FILE                              makes a release key; only its public half goes to servers
       npm run release -- sign --key FILE [--program FILE]     signs the agent that the build has made (${PROGRAM})
       npm run release -- show [--program FILE]                says by whom it is signed`;

/**
 * npm run release: makes release keys, and signs programs of the agent with them, on a computer that is no server.
 *
 * @param words of the command line
 * @param print takes each line of the answer
 * @param now when what is signed is released
 * @returns the exit code: 0 all is well, 1 it is not done or not signed, 2 the command line is wrong
 */
export function runReleaseCommandLine(
  words: readonly string[],
  print: (line: string) => void,
  now = new Date(),
): number {
  const read = readWords(words);
  if (read === null) {
    print(USAGE);
    return 2;
  }
  const { command, file, key, program } = read;
  try {
    if (command === 'key') return makeKey(file, print);
    return command === 'sign' ? sign(key, program, now, print) : show(program, print);
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

/** @returns null: the command line is wrong */
function readWords(words: readonly string[]) {
  try {
    const options = { key: { type: 'string' }, program: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args: [...words], allowPositionals: true, options });
    const [command, file = '', ...more] = positionals;
    const { key = '', program = PROGRAM } = values;
    const isKey = command === 'key' && file !== '' && values.key === undefined && values.program === undefined;
    const isSign = command === 'sign' && file === '' && key !== '';
    const isShow = command === 'show' && file === '' && values.key === undefined;
    return more.length === 0 && (isKey || isSign || isShow) ? { command, file, key, program } : null;
  } catch {
    return null;
  }
}

/** @throws Error where the file is there already */
function makeKey(file: string, print: (line: string) => void): number {
  const { privateKey, publicKey } = createAgentKeyPair();
  try {
    fs.writeFileSync(file, `${privateKey}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw isThere ? new Error(`${file} is there already: a key is never written over.`) : error;
  }
  print(`The private half stands in ${file}, readable by you alone. Keep it away from every server, and keep a copy.`);
  print('Servers get the public half:');
  print(`VETRO_AGENT_RELEASE_KEY=${publicKey}`);
  return 0;
}

/** Adds the signature of a key to those of a program; those of other keys stay, as long as they are of this very program. */
function sign(keyFile: string, program: string, now: Date, print: (line: string) => void): number {
  const digest = digestOf(program);
  const release = signRelease(readKey(keyFile), digest, now.toISOString());
  const others = signaturesOf(program).filter((one) => one.key !== release.key && isReleaseSigned(digest, one));
  fs.writeFileSync(signaturesFile(program), [...others, release].map(signatureLine).join(''));
  print(`${program} is signed by ${release.key}.`);
  print(`Take it and ${path.basename(signaturesFile(program))} to each server, side by side.`);
  return 0;
}

function show(program: string, print: (line: string) => void): number {
  const digest = digestOf(program);
  const signatures = signaturesOf(program).filter((one) => isReleaseSigned(digest, one));
  for (const { key, releasedAt } of signatures) print(`${program} is signed by ${key}, released ${releasedAt}.`);
  if (signatures.length === 0) print(`${program} is not signed by anybody.`);
  return signatures.length > 0 ? 0 : 1;
}

function digestOf(program: string): string {
  if (!fs.existsSync(program)) throw new Error(`${program} is missing: npm run build makes the agent.`);
  return programDigest(fs.readFileSync(program));
}

function signaturesOf(program: string) {
  const file = signaturesFile(program);
  return fs.existsSync(file) ? readSignatures(fs.readFileSync(file, 'utf8')) : [];
}

/** @throws Error where the file holds no release key */
function readKey(file: string): string {
  const text = fs.readFileSync(file, 'utf8').trim();
  try {
    privateKeyOf(text);
    return text;
  } catch {
    throw new Error(`${file} holds no release key, as "npm run release -- key FILE" makes it.`);
  }
}
