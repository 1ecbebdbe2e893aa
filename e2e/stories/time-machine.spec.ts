import { EnvironmentPage } from '../pages/environment-page';
import { type Api, apiOf } from '../support/api';
import { deployedEnvironment, draft } from '../support/environments';
import { injectFault } from '../support/faults';
import { webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';
import { RUN_MS } from '../support/waits';

/** A machine that dies is found within this. */
const WITHIN_A_MINUTE = 60_000;

async function settled(api: Api, id: string): Promise<void> {
  await expect
    .poll(async () => (await api.ok('GET', `/v1/environments/${id}`)).active_deployment_id, { timeout: RUN_MS })
    .toBeNull();
}

async function momentKinds(api: Api, id: string): Promise<unknown[]> {
  const { moments } = await api.ok('GET', `/v1/environments/${id}/moments`);
  return (moments as { kind: string }[]).map(({ kind }) => kind);
}

test('one slider goes through the life of an environment, and a draft is made of a moment of it @keyboard', async ({
  enterAs,
  uniqueName,
}) => {
  const api = await apiOf('member');
  const name = uniqueName('Past');
  const stem = `tm${name.slice(-6)}-`;
  const id = await deployedEnvironment(api, name, [webServer({ name: 'pages', unitNamingPattern: `${stem}web#` })]);
  const mend = await injectFault({ kind: 'off', target: `${stem}web1`, message: '' });
  await expect.poll(() => momentKinds(api, id), { timeout: WITHIN_A_MINUTE }).toContain('outage');
  await mend();
  await expect.poll(() => momentKinds(api, id), { timeout: WITHIN_A_MINUTE }).toContain('recovery');
  const session = await draft(api, id, [webServer({ name: 'more', unitNamingPattern: `${stem}more#` })]);
  await api.ok('POST', `/v1/environments/${id}/sessions/${session}/deploy`);
  await settled(api, id);

  const page = await enterAs('member');
  const slider = page.getByRole('slider', { name: 'Moment in the life of this environment' });
  const past = page.getByRole('region', { name: 'Time machine' });
  const first = page.getByRole('button', { name: new RegExp(`^${stem}web1, `) });
  const second = page.getByRole('button', { name: new RegExp(`^${stem}more1, `) });
  const value = () => slider.getAttribute('aria-valuetext');
  const press = async (key: string, said: RegExp) => {
    await slider.press(key);
    await expect.poll(value).toMatch(said);
  };

  await test.step('it stands at now, and shows what is', async () => {
    await new EnvironmentPage(page).open(id, name);
    await expect(second).toBeVisible();
    await expect.poll(value).toBe('Now');
    await expect(past.getByRole('button')).toHaveCount(0);
  });

  await test.step('by keyboard: step by step back, and the drawing follows', async () => {
    await press('ArrowLeft', /^Version 2\. By Max Member\.,/);
    await expect(past).toContainText('version 2 in force');
    await press('ArrowLeft', new RegExp(`^${stem}web1 works again\\.,`));
    await expect(second).toHaveCount(0);
    await expect(first).toHaveAccessibleName(/Ready/);
    await press('ArrowLeft', new RegExp(`^${stem}web1 is switched off\\.,`));
    await expect(first).toHaveAccessibleName(/Failed/);
    await press('Home', /^Max Member created the environment\.,/);
    await expect(page.getByText('Nothing was deployed then')).toBeVisible();
    await press('ArrowRight', /^Version 1\. By Max Member\.,/);
    await expect(first).toHaveAccessibleName(/Ready/);
  });

  await test.step('nothing of the past is taken for the present: details have nothing to press', async () => {
    await first.focus();
    await page.keyboard.press('Enter');
    const details = page.getByRole('dialog', { name: `${stem}web1` });
    await expect(details).toContainText('Roles and applications');
    await expect(details.getByRole('button', { name: 'What if it fails?' })).toHaveCount(0);
    await expect(details.getByRole('region', { name: 'Recent reports' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('the address shows the same moment to somebody who only reads', async () => {
    const reader = await enterAs('reader');
    await visit(reader, new URL(page.url()).pathname + new URL(page.url()).search);
    await expect(reader.getByRole('region', { name: 'Time machine' })).toContainText('Version 1. By Max Member.');
    await expect(reader.getByRole('button', { name: new RegExp(`^${stem}web1, `) })).toBeVisible();
    await expect(reader.getByRole('button', { name: new RegExp(`^${stem}more1, `) })).toHaveCount(0);
    await expect(reader.getByRole('button', { name: 'Make a draft of this moment' })).toBeDisabled();
  });

  await test.step('back to now, and back again', async () => {
    await past.getByRole('button', { name: 'Back to now' }).click();
    await expect(second).toBeVisible();
    await expect.poll(() => new URL(page.url()).search).not.toContain('at=');
    await slider.focus();
    await press('End', /^Now$/);
    await press('ArrowLeft', /^Version 2\./);
    await expect(past.getByRole('button', { name: 'Make a draft of this moment' })).toBeDisabled();
    await press('ArrowLeft', /works again/);
  });

  await test.step('a draft of this moment is reviewed like any other', async () => {
    await past.getByRole('button', { name: 'Make a draft of this moment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Go back to version 1?' });
    await expect(dialog).toContainText('Remove Web Server "more"');
    await dialog.getByRole('button', { name: 'Make the draft and review it' }).click();
    await expect(page).toHaveURL(new RegExp(`${id}/review`));
    expect((await api.ok('GET', `/v1/environments/${id}`)).version).toBe(2);
  });
});
