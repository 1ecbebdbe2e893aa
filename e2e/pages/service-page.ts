import { expect, type Locator, type Page } from '@playwright/test';
import { visit } from '../support/visit';

/** So long a press is tried before it is looked for anew where it is. */
const PRESS_MS = 5_000;

/** The page of one service: what it is, how it is reached, and what it serves. */
export class ServicePage {
  readonly main: Locator;

  constructor(private readonly page: Page) {
    this.main = page.getByRole('main');
  }

  async open(environmentId: string, service: { id: string; name: string }): Promise<void> {
    await visit(this.page, `/environments/${environmentId}/services/${service.id}`);
    await expect(this.main.getByRole('heading', { name: service.name, exact: true })).toBeVisible();
  }

  /** Presses what can be done with a service now: on its bar, or in the list behind it; growing stands at its machines. */
  async begin(what: string): Promise<void> {
    const bar = this.main.getByRole('region', { name: 'What can be done now' });
    const scales = what === 'Grow now' || what === 'Shrink now';
    const opener = scales
      ? this.main.getByRole('button', { name: 'Scale now' })
      : bar.getByRole('button', { name: 'More', exact: true });
    const onBar = bar.getByRole('button', { name: what, exact: true });
    const inList = this.page.getByRole('menuitem', { name: new RegExp(`^${what}`) });
    await expect(opener).toBeVisible();
    // what is offered is read after the page: until then it is neither here nor there
    await expect(bar).not.toContainText('Working out what there is to do');
    const menu = this.page.getByRole('menu');
    await expect(async () => {
      // actions are read after the bar, and what was done last may still be offered: what makes most sense by then leaves
      // an open list for the bar
      if ((await onBar.count()) === 0 && !(await menu.isVisible())) await opener.click({ timeout: PRESS_MS });
      await expect(onBar.or(inList).first()).toBeVisible({ timeout: PRESS_MS });
      if ((await inList.count()) > 0) return inList.click({ timeout: PRESS_MS });
      // an open list lets nobody press what is behind it
      if (await menu.isVisible()) await this.page.keyboard.press('Escape');
      await onBar.click({ timeout: PRESS_MS });
    }).toPass();
  }

  /** Opens what is at the address that the page tells. @returns the tab it opens in */
  async follow(uri: string): Promise<Page> {
    const opened = this.page.waitForEvent('popup');
    await this.main.getByRole('link', { name: uri }).first().click();
    return opened;
  }
}
