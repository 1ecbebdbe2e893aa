// npm run bench -- pages: the JavaScript that each page loads at first, as it travels (gzipped): what its document names.
// Beside it what the page fetches by itself afterwards, before anybody has done anything. Cold cache, every page there
// is, found by the files that make them.
import fs from 'node:fs';
import path from 'node:path';
import { AIM_KB } from '../scripts/page-weight.mjs';
import { root } from '../scripts/setup.mjs';
import { enter, inBrowser } from './browser.mjs';

/** A page that asks for no more scripts for so long is complete, in milliseconds. */
const QUIET_MS = 1500;
const PATIENCE_MS = 30_000;
const WEB_SERVER = {
  type: 'webServer',
  name: 'frontend',
  adminPassword: 'Gr33n-Orchard!',
  flavor: 'm1.small',
  osImage: { name: 'ws-2022-std' },
  units: [{}],
};

export async function main() {
  await inBrowser({ width: 1440, height: 900 }, async ({ base, page, api }) => {
    const ids = await prepare(await api('admin'));
    const browser = page.context().browser();
    const rows = [await weigh(browser, base, '/sign-in', '/sign-in')];
    await enter(page, 'admin');
    const session = await page.context().storageState();
    for (const [route, address] of addresses(ids)) rows.push(await weigh(browser, base, route, address, session));
    rows.sort((a, b) => b.first - a.first);
    for (const { route, first, later } of rows) {
      const good = first <= AIM_KB;
      if (!good) process.exitCode = 1;
      process.stdout.write(
        `${good ? 'ok  ' : 'MISS'} ${first.toFixed(1).padStart(6)} kB first (aim ${AIM_KB}), ${later.toFixed(1).padStart(6)} kB by itself afterwards  ${route}\n`,
      );
    }
    process.stdout.write(`Aim: ${AIM_KB} kB of JavaScript, compressed, at first load.\n`);
  });
}

/** A deployed environment with a further draft, so that every page has something to show. */
async function prepare(call) {
  const { id } = await call('POST', '/v1/environments', { name: `Benchmark ${Date.now().toString(36)}` });
  const at = `/v1/environments/${id}`;
  const session = (await call('POST', `${at}/configure`)).id;
  const service = (await call('POST', `${at}/services`, WEB_SERVER, session)).id;
  const deployment = (await call('POST', `${at}/sessions/${session}/deploy`)).deployment_id;
  for (let tries = 0; (await call('GET', at)).status === 'deploying' && tries < 300; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const further = (await call('POST', `${at}/configure`)).id;
  await call('POST', `${at}/services`, { ...WEB_SERVER, name: 'second' }, further);
  return { environmentId: id, serviceId: service, runId: deployment, type: 'webServer' };
}

/** The route and an address of every page behind the sign-in. */
function addresses(ids) {
  const pages = fs
    .readdirSync(path.join(root, 'app'), { recursive: true })
    .map((file) => `/${file.replaceAll(path.sep, '/')}`)
    .filter((file) => file.endsWith('/page.tsx') && !file.includes('/(auth)/'));
  return pages.sort().map((file) => {
    const route = file.replace(/\/page\.tsx$/, '').replace(/\/\([^/]+\)/g, '') || '/';
    const address = route.replace(/\[(\w+)\]/g, (_, name) => {
      if (!ids[name]) throw new Error(`no example for [${name}] of ${route}`);
      return ids[name];
    });
    return [route, address];
  });
}

/** @returns the compressed size in kB of the scripts that the document names, and of those that came later */
async function weigh(browser, base, route, address, storageState) {
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 }, storageState });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    const scripts = new Map();
    let last = Date.now();
    devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script') scripts.set(requestId, { url: response.url, bytes: 0 });
    });
    // the body as it travels, without the headers around it
    devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      const script = scripts.get(requestId);
      if (!script) return;
      script.bytes += encodedDataLength;
      last = Date.now();
    });
    const answer = await page.goto(address, { waitUntil: 'load' });
    if (!answer?.ok()) throw new Error(`${address} answered ${answer?.status()}`);
    const html = await answer.text();
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() - last < QUIET_MS && Date.now() < until) await page.waitForTimeout(100);
    let first = 0;
    let later = 0;
    for (const { url, bytes } of scripts.values()) {
      if (html.includes(new URL(url).pathname)) first += bytes;
      else later += bytes;
    }
    return { route, first: first / 1000, later: later / 1000 };
  } finally {
    await context.close();
  }
}
