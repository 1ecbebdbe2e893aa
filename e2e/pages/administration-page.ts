import { expect, type Locator, type Page } from '@playwright/test';

type Tab = 'Overview' | 'Users' | 'Tenants' | 'Packages' | 'Audit log' | 'Health';

/** The pages of who administers the whole installation. */
export class AdministrationPage {
  /** the environments of all tenants, the most urgent first */
  readonly environments: Locator;
  readonly entries: Locator;

  constructor(private readonly page: Page) {
    this.environments = page.getByRole('list', { name: 'Environments of all tenants' }).getByRole('listitem');
    this.entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  }

  async open(): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Main' })
      // beside its name stands how many requests wait, those of other stories too
      .getByRole('link', { name: /^Administration/ })
      .click();
    await expect(this.page.getByRole('heading', { name: 'Right now' })).toBeVisible();
  }

  async show(tab: Tab): Promise<void> {
    const link = this.page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: tab, exact: true });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
  }

  /** The number of environments that want something of an administrator; pressed it shows them. */
  number(word: string): Locator {
    return this.page.getByRole('list', { name: 'Environments by what they need' }).getByRole('button', { name: word });
  }

  async choose(label: string, option: string): Promise<void> {
    await this.page.getByRole('combobox', { name: label }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }
}
