// npm run bench -- topology: how long the layout of 1,000 machines takes, and how many frames a second the graph draws
// while it is dragged and zoomed. The page is the product's own, of an environment whose draft has that many machines.
import { enter, inBrowser } from './browser.mjs';
import { percentile } from './load.mjs';

const AIM = { layoutMs: 1500, framesPerSecond: 30 };
const PASSWORD = 'Gr33n-Orchard!';
const COMMON = { adminPassword: PASSWORD, flavor: 'm1.small', osImage: { name: 'ws-2022-std' } };
const FARMS = 10;
const UNITS = 100;
const SECONDS = 5;

export async function main() {
  await inBrowser({ width: 1440, height: 900 }, async ({ page, api }) => {
    await enter(page, 'member');
    const environment = await draftOf(await api('member'), FARMS, UNITS);
    await page.goto(`/environments/${environment}`);
    await page.getByRole('button', { name: 'Expand all' }).click();
    await page.waitForFunction(() => performance.getEntriesByName('topology-layout').length >= 2);
    const layouts = await page.evaluate(() =>
      performance.getEntriesByName('topology-layout').map((entry) => entry.duration),
    );
    const expanded = layouts.at(-1) ?? Number.NaN;
    const machines = FARMS * UNITS + 1;
    print(
      `layout of ${machines} machines, every service expanded`,
      `${expanded.toFixed(0)} ms (aim: at most ${AIM.layoutMs} ms)`,
      expanded <= AIM.layoutMs,
    );

    const canvas = page.locator('.react-flow__pane');
    await canvas.scrollIntoViewIfNeeded();
    await page.waitForTimeout(1000);
    const zoomIn = page.getByRole('button', { name: 'Zoom in' });
    for (const [what, presses] of [
      ['from afar, all in sight', 0],
      ['half way, names in sight', 8],
      ['near, everything readable', 5],
    ]) {
      for (let press = 0; press < presses; press += 1) await zoomIn.click();
      await page.waitForTimeout(500);
      report(`dragging ${what}`, await frames(page, () => drag(page, canvas)));
      report(`zooming ${what}`, await frames(page, () => zoom(page, canvas)));
    }
  });
}

/** An environment with a domain and farms that join it, as a draft. @returns its id */
async function draftOf(call, farms, units) {
  const { id } = await call('POST', '/v1/environments', { name: `Benchmark ${Date.now().toString(36)}` });
  const session = (await call('POST', `/v1/environments/${id}/configure`)).id;
  const add = (service) => call('POST', `/v1/environments/${id}/services`, { ...COMMON, ...service }, session);
  await add({
    type: 'activeDirectory',
    domain: 'bench.local',
    units: [{ isMaster: true, recoveryPassword: 'R3covery-Harbour!' }],
  });
  for (let farm = 1; farm <= farms; farm += 1) {
    await add({
      type: 'webServerFarm',
      name: `farm-${farm}`,
      loadBalancerPort: 8000 + farm,
      domain: 'bench.local',
      unitNamingPattern: `f${farm}w#`,
      units: Array.from({ length: units }, () => ({})),
    });
  }
  return id;
}

async function drag(page, canvas) {
  const { x, y, width, height } = await canvas.boundingBox();
  const middle = { x: x + width / 2, y: y + height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  const end = Date.now() + SECONDS * 1000;
  for (let angle = 0; Date.now() < end; angle += 0.08) {
    await page.mouse.move(middle.x + Math.sin(angle) * width * 0.35, middle.y + Math.sin(angle * 1.3) * height * 0.35);
  }
  await page.mouse.up();
}

async function zoom(page, canvas) {
  const { x, y, width, height } = await canvas.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.keyboard.down('Control');
  const end = Date.now() + SECONDS * 1000;
  for (let step = 0; Date.now() < end; step += 1) {
    await page.mouse.wheel(0, step % 20 < 10 ? 12 : -12);
    await page.waitForTimeout(16);
  }
  await page.keyboard.up('Control');
}

/** The times between frames while something is done, in milliseconds, sorted. */
async function frames(page, action) {
  await page.evaluate(() => {
    const times = [];
    window.__frames = { times, on: true };
    const tick = (now) => {
      times.push(now);
      if (window.__frames.on) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await action();
  const times = await page.evaluate(() => {
    window.__frames.on = false;
    return window.__frames.times;
  });
  return times.slice(1).map((time, index) => time - times[index]);
}

function report(what, gaps) {
  const perSecond = (gaps.length * 1000) / gaps.reduce((sum, gap) => sum + gap, 0);
  const worst = percentile(
    gaps.toSorted((a, b) => a - b),
    0.99,
  );
  print(
    what,
    `${perSecond.toFixed(1)} frames/s (aim: at least ${AIM.framesPerSecond}), 99th percentile of a frame ${worst.toFixed(0)} ms`,
    perSecond >= AIM.framesPerSecond,
  );
}

function print(what, figure, good) {
  process.stdout.write(`${good ? 'ok  ' : 'MISS'} ${what}: ${figure}\n`);
  if (!good) process.exitCode = 1;
}
