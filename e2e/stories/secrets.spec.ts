import { readFileSync } from 'node:fs';
import { EnvironmentPage } from '../pages/environment-page';
import { ReviewPage } from '../pages/review-page';
import { RunPage } from '../pages/run-page';
import { Wizard } from '../pages/wizard';
import { apiOf } from '../support/api';
import { createEnvironment } from '../support/environments';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

const ADMIN = 'Sentinel-7-Harbour';
const RECOVERY = 'Sentinel-9-Recovery';
const SENTINEL = /Sentinel-[79]/;

test('passwords typed in the wizard are nowhere afterwards: no answer, no page, no storage, no log', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const name = uniqueName('Secrets');
  const id = await createEnvironment(await apiOf('member'), name);
  const page = await enterAs('member');
  const environment = new EnvironmentPage(page);
  const wizard = new Wizard(page);

  const logged: string[] = [];
  let read = 0;
  const pending: Promise<void>[] = [];
  page.on('response', (response) => {
    // streams of events never end; what they told is in the lists of events as well
    if (response.headers()['content-type']?.includes('event-stream')) return;
    const found = response.text().then(
      (text) => {
        read += 1;
        if (SENTINEL.test(text)) logged.push(`${response.request().method()} ${response.url()}`);
      },
      () => undefined, // a redirect has no body
    );
    pending.push(found);
  });
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

  await test.step('while they are typed and kept for a reload, storage does not hold them in clear', async () => {
    await visit(page, `/environments/${id}/services/add/activeDirectory`);
    await wizard.question('Domain name').fill(uniqueDomain);
    await wizard.password('Administrator password', ADMIN);
    await wizard.password('Recovery password', RECOVERY);
    await wizard.next('Machines');
    await page.getByRole('button', { name: 'One less' }).click();
    await page.getByRole('button', { name: 'More options' }).click();
    await wizard.question('Machine names').fill('vault');
    await expect.poll(stored).toContain(uniqueDomain);
    expect(await stored()).not.toMatch(SENTINEL);
    await page.reload();
    await wizard.back('Your domain');
    await expect(wizard.question('Administrator password')).toHaveValue(ADMIN);
    expect(await stored()).not.toMatch(SENTINEL);
  });

  await test.step('once saved, no page of the service holds them, nor where they are edited', async () => {
    await wizard.next('Machines');
    await wizard.next('Review');
    await wizard.addToDraft();
    expect(await page.content()).not.toMatch(SENTINEL);
    await environment.review();
    expect(await page.content()).not.toMatch(SENTINEL);
    await new ReviewPage(page).deploy();
    await new RunPage(page).finished(1);
    await new RunPage(page).showEverything();
    expect(await page.content()).not.toMatch(SENTINEL);
    await environment.show('Services');
    await page.getByRole('link', { name: uniqueDomain }).click();
    await page.getByRole('button', { name: 'Edit settings' }).click();
    await expect(page.getByRole('button', { name: 'Change administrator password' })).toBeVisible();
    expect(await page.content()).not.toMatch(SENTINEL);
  });

  await test.step('no answer that the browser got held them, nor does storage, nor the log of the server', async () => {
    await Promise.all(pending);
    expect(read).toBeGreaterThan(20);
    expect(logged).toEqual([]);
    expect(await stored()).not.toMatch(SENTINEL);
    const member = await apiOf('member');
    const { events } = await member.ok('GET', `/v1/environments/${id}/events`);
    expect(JSON.stringify(events)).toContain('vault');
    expect(JSON.stringify(events)).not.toMatch(SENTINEL);
    const log = readFileSync(process.env.VETRO_SERVER_LOG ?? '', 'utf8');
    expect(log).toContain('"operation":"deploySession"');
    expect(log).not.toMatch(SENTINEL);
  });
});
