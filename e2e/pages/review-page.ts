import { expect, type Locator, type Page } from '@playwright/test';

export class ReviewPage {
  readonly changes: Locator;
  /** what will happen */
  readonly preview: Locator;

  constructor(private readonly page: Page) {
    this.changes = page.getByRole('region', { name: 'Changes', exact: true });
    this.preview = page.getByRole('region', { name: 'What will happen' });
  }

  async deploy(): Promise<void> {
    await this.page.getByRole('button', { name: /^Deploy \d+ changes?$/ }).click();
    await expect(this.page).toHaveURL(/\/deployments\/[0-9a-f]+$/);
  }
}
