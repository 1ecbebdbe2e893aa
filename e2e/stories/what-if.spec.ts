import { EnvironmentPage } from '../pages/environment-page';
import { apiOf } from '../support/api';
import { deployedEnvironment } from '../support/environments';
import { activeDirectory, RECOVERY_PASSWORD, webServer } from '../support/services';
import { expect, test } from '../support/story';
import { visit } from '../support/visit';

/** A rehearsal of a few machines, and the failure in it. */
const PLAYED_MS = 60_000;

test('the only controller is taken into the dark: told who cannot sign in, and that a second one would help', async ({
  enterAs,
  uniqueName,
  uniqueDomain,
}) => {
  const api = await apiOf('member');
  const name = uniqueName('What if');
  const stem = `wi${name.slice(-6)}-`;
  const id = await deployedEnvironment(api, name, [
    activeDirectory(uniqueDomain, { unitNamingPattern: `${stem}dc#` }),
    webServer({ name: 'pages', domain: uniqueDomain, unitNamingPattern: `${stem}web#` }),
  ]);
  const page = await enterAs('member');
  await new EnvironmentPage(page).open(id, name);
  const controller = page.getByRole('button', { name: new RegExp(`^${stem}dc1, `) });
  const answer = page.getByRole('dialog', { name: `What if ${stem}dc1 fails?` });

  await test.step('by keyboard: the machine is opened, and the question is asked', async () => {
    await controller.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'What if it fails?' }).focus();
    await page.keyboard.press('Enter');
  });

  await test.step('the answer says what ends and what goes on, and the drawing goes dark', async () => {
    await expect(answer).toContainText('Not everything goes on.');
    await expect(answer.getByRole('region', { name: 'Ends' })).toContainText(
      `Nobody can sign in to the domain ${uniqueDomain}, because none of its controllers runs.`,
    );
    await expect(answer.getByRole('region', { name: 'Ends' })).toContainText(
      `Users of ${uniqueDomain} cannot sign in on ${stem}web1`,
    );
    await expect(answer.getByRole('region', { name: 'Goes on' })).toContainText(/http:\/\/\S+ still answers\./);
    await expect(controller).toHaveAttribute('data-mark', 'off');
    await expect(page.getByRole('button', { name: new RegExp(`^${stem}web1, `) })).toHaveAttribute('data-mark', 'hurt');
  });

  await test.step('all of the drawing is to be seen beside the answer', async () => {
    const panel = await answer.boundingBox();
    for (const host of ['dc1', 'web1']) {
      const machine = page.getByRole('button', { name: new RegExp(`^${stem}${host}, `) });
      await expect
        .poll(async () => {
          const box = await machine.boundingBox();
          return box && panel && box.x >= 0 && box.x + box.width <= panel.x;
        })
        .toBe(true);
    }
  });

  await test.step('what would help is a draft one press away', async () => {
    const help = answer.getByRole('region', { name: 'What would help' });
    await expect(help).toContainText('A second domain controller would keep everything up.');
    await help.getByRole('button', { name: 'Add one in a draft …' }).click();
    const form = page.getByRole('dialog').filter({ hasText: 'Recovery password' });
    await form.getByLabel('Recovery password', { exact: true }).fill(RECOVERY_PASSWORD);
    await form.getByRole('button', { name: /^Add/ }).click();
    await expect(help).toContainText('Your draft has it.');
  });

  await test.step('the draft is played on a copy: with the second controller everything goes on, whichever fails', async () => {
    await answer.getByRole('button', { name: 'Try it with my draft' }).click();
    await expect(answer).toContainText('Everything goes on.', { timeout: PLAYED_MS });
    await expect(answer).toContainText('Your draft was played on a copy');
    await expect(controller).toHaveAttribute('data-mark', 'off');
  });

  await test.step('the next machine is asked about on the same copy: the draft is not played again', async () => {
    await answer.getByRole('button', { name: 'Close' }).click();
    const played: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/rehearsal')) played.push(request.url());
    });
    await page.getByRole('button', { name: new RegExp(`^${stem}web1, `) }).click();
    await page.getByRole('button', { name: 'What if it fails?' }).click();
    const next = page.getByRole('dialog', { name: `What if ${stem}web1 fails?` });
    await next.getByRole('button', { name: 'Try it with my draft' }).click();
    await expect(next).toContainText('Your draft was played on a copy');
    await expect(next).toContainText('Not everything goes on.');
    expect(played).toEqual([]);
    await next.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('nothing has happened, and the drawing is as it was', async () => {
    await expect(controller).not.toHaveAttribute('data-mark');
    const { json } = await api.call('GET', `/v1/environments/${id}`);
    expect(json).toMatchObject({ status: expect.stringMatching(/ready|pending/), version: 1 });
  });

  await test.step('the review of that draft says whether any one machine can be missed, and why not', async () => {
    await visit(page, `/environments/${id}/review`);
    await expect(page.getByText(`any one machine? No, because without ${stem}web1`)).toBeVisible();
  });
});
