import { expect, type Locator, type Page } from '@playwright/test';

/** The past of an environment: its deployments, comparisons, and who did what. */
export class HistoryPage {
  readonly entries: Locator;
  readonly differences: Locator;

  constructor(private readonly page: Page) {
    this.entries = page.getByRole('list', { name: 'Deployments, newest first' }).locator(':scope > li');
    this.differences = page.getByRole('list', { name: 'Differences' });
  }

  /** The deployment that made a version. */
  entry(version: number): Locator {
    return this.entries.filter({ has: this.page.getByRole('link', { name: `Version ${version}`, exact: true }) });
  }

  async show(view: 'History' | 'Compare' | 'Activity'): Promise<void> {
    const link = this.page.getByRole('navigation', { name: 'Views of the past' }).getByRole('link', { name: view });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
  }

  async compare(from: string, to: string): Promise<void> {
    for (const [side, name] of [
      ['From', from],
      ['To', to],
    ] as const) {
      await this.page.getByRole('combobox', { name: side, exact: true }).click();
      await this.page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    }
  }
}
