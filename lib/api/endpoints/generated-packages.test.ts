import fs from 'node:fs';
import { expect, it } from 'vitest';
import { chanceOf, generatedArchive, generatedValue } from '@/lib/api/testing/generated-cases';
import { productForTests } from '@/lib/api/testing/product-for-tests';
import { list, object } from '@/lib/api/testing/responses';
import { newEnvironment, open } from '@/lib/api/testing/stories';
import { zip } from '@/lib/formats/archive/testing/write-zip';
import { packageFiles } from '@/lib/formats/package/page-files';
import type { JsonObject } from '@/lib/model/json';
import { cases } from '@/lib/testing/cases';

const product = productForTests();

/** How many: a sample, and with `npm test -- units --all` all. */
const CASES = cases(Number(process.env.VETRO_GENERATED_CASES ?? 60));
/** The first of the cases; case n is made of the seed n alone. */
const FIRST = Number(process.env.VETRO_GENERATED_FIRST ?? 1);
/** What a form, an archive or a model may take, in milliseconds: what reads them is ended after 30 s. */
const LONGEST_MS = 60_000;
/** An answer tells so many problems and how many others there are. */
const MAX_PROBLEMS = 101;

const pages = ['docs/muranopl.md', 'docs/packages.md', 'docs/hot-packages.md', 'docs/xml-dsl.md'];
const packages = pages.map((page) => packageFiles(fs.readFileSync(page, 'utf8')));

interface Asked {
  status: number;
  answer: JsonObject;
  ms: number;
}

async function ask(method: string, path: string, body?: Uint8Array | JsonObject, session?: string): Promise<Asked> {
  const begun = performance.now();
  const isArchive = body instanceof Uint8Array;
  const response = await fetch(`${product.url}${path}`, {
    method,
    headers: {
      'x-auth-token': product.admin.token,
      'content-type': isArchive ? 'application/zip' : 'application/json',
      ...(session ? { 'x-configuration-session': session } : {}),
    },
    ...(body ? { body: isArchive ? Buffer.from(body) : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  const answer = text === '' ? {} : (JSON.parse(text) as JsonObject);
  return { status: response.status, answer: Array.isArray(answer) ? {} : answer, ms: performance.now() - begun };
}

/** What is wrong with an answer to a generated case. */
function faultsOf(what: string, { status, answer, ms }: Asked): string[] {
  const problems = Array.isArray(answer.fields) ? list(answer.fields) : [];
  return [
    ...(status >= 500 ? [`${what}: ${status} ${JSON.stringify(answer)}`] : []),
    ...(ms > LONGEST_MS ? [`${what}: took ${Math.round(ms)} ms`] : []),
    ...(problems.length > MAX_PROBLEMS ? [`${what}: ${problems.length} problems`] : []),
    ...(status >= 400 && status < 500 && typeof answer.detail !== 'string' ? [`${what}: ${status} without words`] : []),
  ];
}

const ANSWERS: JsonObject = {
  ...{ type: 'com.example.Wiki', name: 'handbook', title: 'Handbook', admin: 'anna', flavor: 'm1.small' },
  image: { name: 'debian-12-murano', title: 'Debian 12 with the Murano agent', type: 'linux' },
};
const OBJECT: JsonObject = {
  '?': { id: 'w1', type: 'com.example.Wiki' },
  name: 'w',
  title: 'Handbook',
  admins: ['anna'],
};

it(`${CASES} generated archives, forms and models are taken or refused with words, in time, and nothing else waits`, async () => {
  const { 'model.json': _, ...wiki } = packages[0] ?? {};
  const sound = await ask('POST', '/v1/catalog/packages', archiveOfSound(wiki));
  expect([sound.status, sound.status === 200 ? '' : sound.answer]).toEqual([200, '']);
  const { at } = await newEnvironment(product.admin);
  const session = await open(product.admin, at);
  const faults: string[] = [];
  const counts: Record<string, number> = {};
  const note = (what: string, asked: Asked) => {
    const key = `${what} ${asked.status < 300 ? 'taken' : 'refused'}`;
    counts[key] = (counts[key] ?? 0) + 1;
  };
  for (let seed = FIRST; seed < FIRST + CASES; seed++) {
    const chance = chanceOf(seed);
    const archive = await ask('POST', '/v1/catalog/packages', generatedArchive(packages, chance));
    note('archive', archive);
    faults.push(...faultsOf(`archive ${seed}`, archive));
    if (archive.status === 200) {
      const at = `/v1/catalog/packages/${String(archive.answer.id)}`;
      faults.push(...faultsOf(`details ${seed}`, await ask('GET', `${at}/details`)));
      faults.push(...faultsOf(`deletion ${seed}`, await ask('DELETE', at)));
    }
    const form = `/v1/catalog/packages/${String(sound.answer.id)}/form`;
    const tried = await ask('POST', form, { service: generatedValue(ANSWERS, chance) });
    note('form', tried);
    faults.push(...faultsOf(`form ${seed}`, tried));
    const added = await ask(
      'POST',
      `${at}/services`,
      generatedValue(chance() < 0.5 ? OBJECT : ANSWERS, chance),
      session,
    );
    note('model', added);
    faults.push(...faultsOf(`model ${seed}`, added));
    if (added.status === 200) await ask('DELETE', `${at}/services/${String(idOf(added.answer))}`, undefined, session);
    if (seed % 20 === 0) {
      const health = await ask('GET', '/healthz');
      faults.push(...faultsOf(`health ${seed}`, health), ...(health.status === 200 ? [] : [`health ${health.status}`]));
    }
  }
  expect(faults).toEqual([]);
  // Cases that are all refused, or all taken, would try one side of the door alone.
  expect(Object.keys(counts).sort()).toEqual(
    expect.arrayContaining(['archive refused', 'form taken', 'model refused']),
  );
});

const idOf = (answer: JsonObject) => answer.id ?? (answer['?'] ? object(answer['?']).id : '');

const archiveOfSound = (files: Record<string, string>): Uint8Array =>
  zip(
    Object.entries(files).map(([path, text]) => ({
      path,
      text: path === 'manifest.yaml' ? text.replace('Version: 0.1.0', 'Version: 7.0.0') : text,
    })),
  );
