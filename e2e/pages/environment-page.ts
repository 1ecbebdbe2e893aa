import { expect, type Locator, type Page } from '@playwright/test';
import { visit } from '../support/visit';

type Tab = 'Topology' | 'Services' | 'Deployments' | 'Settings';

export class EnvironmentPage {
  /** the pane at the bottom edge that tells what is drafted */
  readonly draft: Locator;

  constructor(private readonly page: Page) {
    this.draft = page.getByRole('region', { name: 'Draft' });
  }

  async open(id: string, name: string): Promise<void> {
    await visit(this.page, `/environments/${id}`);
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
  }

  tab(name: Tab): Locator {
    return this.page.getByRole('navigation', { name: 'Pages of this environment' }).getByRole('link', { name });
  }

  async show(name: Tab): Promise<void> {
    await this.tab(name).click();
    await expect(this.tab(name)).toHaveAttribute('aria-current', 'page');
  }

  async review(): Promise<void> {
    await this.draft.getByRole('link', { name: 'Review and deploy' }).click();
    await expect(this.page.getByRole('heading', { name: 'Review your draft' })).toBeVisible();
  }

  /** The machine of a name in the list that says what the drawing shows. */
  machine(name: string): Locator {
    return this.page
      .getByRole('list', { name: /^Machines of / })
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('button', { name: `${name}: show details` }) });
  }

  async showAsList(): Promise<void> {
    await this.page.getByRole('button', { name: 'List', exact: true }).click();
    await expect(this.page.getByRole('list', { name: 'Services and their machines' })).toBeVisible();
  }
}
