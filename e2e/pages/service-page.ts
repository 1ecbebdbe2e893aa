import { expect, type Locator, type Page } from '@playwright/test';
import { visit } from '../support/visit';

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

  /** Opens what is at the address that the page tells. @returns the tab it opens in */
  async follow(uri: string): Promise<Page> {
    const opened = this.page.waitForEvent('popup');
    await this.main.getByRole('link', { name: uri }).first().click();
    return opened;
  }
}
