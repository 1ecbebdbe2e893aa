// npm run bench -- events: how long an event takes from being appended to being on the screen, in a headless browser on
// the page of a running deployment. Both clocks are this machine's.
//   --runs N     deployments that are watched (3)
//   --scale N    speed of the simulated machines (0.1)
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { say } from '../scripts/setup.mjs';
import { enter, inBrowser } from './browser.mjs';
import { percentile } from './load.mjs';

const AIM_MS = 300;
const PASSWORD = 'Bench-Passw0rd';
const RECOVERY_PASSWORD = 'Bench-Rec0very';

/** Begins a deployment of a domain with two controllers and two web servers in it. */
async function begin(call, run) {
  const mark = randomBytes(2).toString('hex');
  const machine = { adminPassword: PASSWORD, flavor: 'm1.small', osImage: { name: 'ws-2022-std' } };
  const domain = `bench-${mark}.local`;
  const controller = { recoveryPassword: RECOVERY_PASSWORD };
  const services = [
    {
      ...machine,
      ...{ type: 'activeDirectory', domain, unitNamingPattern: `${mark}dc#` },
      units: [
        { ...controller, isMaster: true },
        { ...controller, isMaster: false },
      ],
    },
    ...['a', 'b'].map((letter) => ({
      ...machine,
      ...{ type: 'webServer', name: `web-${letter}`, domain, unitNamingPattern: `${mark}w${letter}#`, units: [{}] },
    })),
  ];
  const { id } = await call('POST', '/v1/environments', { name: `bench ${run} ${mark}` });
  const at = `/v1/environments/${id}`;
  const session = (await call('POST', `${at}/configure`, {})).id;
  for (const service of services) await call('POST', `${at}/services`, service, session);
  const { deployment_id } = await call('POST', `${at}/sessions/${session}/deploy`, {});
  return { at, id, runId: deployment_id };
}

/** In the page: notes when each line of the log was first painted. */
function watchLines() {
  window.painted = {};
  const note = () => {
    const fresh = [...document.querySelectorAll('[data-seq]')].filter(
      ({ dataset }) => !(dataset.seq in window.painted),
    );
    if (fresh.length === 0) return;
    for (const { dataset } of fresh) window.painted[dataset.seq] = Number.POSITIVE_INFINITY;
    // the frame after the next one has certainly shown it
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        for (const { dataset } of fresh) window.painted[dataset.seq] = Date.now();
      }),
    );
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true });
}

/** One deployment from its page: milliseconds from each event to its line. */
async function watch(context, call, run) {
  const { at, id, runId } = await begin(call, run);
  const page = await context.newPage();
  try {
    await page.addInitScript(watchLines);
    await page.goto(`/environments/${id}/deployments/${runId}?level=debug`);
    await page.getByRole('log').waitFor();
    const openedAt = Date.now() + 500;
    for (const until = Date.now() + 300_000; ; ) {
      const { status } = await call('GET', at);
      if (status === 'ready') break;
      if (status === 'failed' || Date.now() > until) throw new Error(`the deployment ended as ${status}`);
      await page.waitForTimeout(500);
    }
    await page.waitForTimeout(1_000);
    const painted = await page.evaluate(() => window.painted);
    const { events } = await call('GET', `${at}/events?after=0&limit=1000`);
    const shown = events.filter((event) => event.runId === runId && event.text !== '');
    // what was there before the page was is no news
    const fresh = shown.filter((event) => Date.parse(event.at) > openedAt);
    const missing = fresh.filter(({ seq }) => !Number.isFinite(painted[seq]));
    return {
      latencies: fresh.filter(({ seq }) => Number.isFinite(painted[seq])).map((e) => painted[e.seq] - Date.parse(e.at)),
      missing: missing.length,
    };
  } finally {
    await page.close();
  }
}

/** Runs the benchmark with the arguments after its name. */
export async function main(args) {
  const value = (flag, fallback) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : fallback);
  const runs = Number(value('--runs', 3));
  const options = { width: 1440, height: 900, timeScale: value('--scale', '0.1'), fast: false };
  await inBrowser(options, async ({ page, api }) => {
    say(`${runs} deployments watched; load before: ${os.loadavg()[0].toFixed(2)}`);
    await enter(page, 'admin');
    const call = await api('admin');
    const all = [];
    let missing = 0;
    for (let run = 1; run <= runs; run += 1) {
      const seen = await watch(page.context(), call, run);
      all.push(...seen.latencies);
      missing += seen.missing;
    }
    if (all.length === 0) throw new Error('no event came while the page was open');
    all.sort((a, b) => a - b);
    const at = (share) => percentile(all, share).toFixed(0);
    say(`From an event being appended to its line on the screen, ${all.length} events (never shown: ${missing}):`);
    say(
      `  median ${at(0.5)} ms   p95 ${at(0.95)} ms   longest ${all.at(-1).toFixed(0)} ms   (aim: median at most ${AIM_MS} ms)`,
    );
    if (missing > 0 || percentile(all, 0.5) > AIM_MS) process.exitCode = 1;
  });
}
