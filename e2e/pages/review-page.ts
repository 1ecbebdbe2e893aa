import { expect, type Locator, type Page } from '@playwright/test';

export class ReviewPage {
  readonly changes: Locator;
  /** what will happen */
  readonly preview: Locator;

  constructor(private readonly page: Page) {
    this.changes = page.getByRole('region', { name: 'Changes', exact: true });
    this.preview = page.getByRole('region', { name: 'What will happen' });
  }

  /** @param press a double-click begins one deployment as a click does */
  async deploy(press: 'click' | 'dblclick' = 'click'): Promise<void> {
    await this.page.getByRole('button', { name: /^Deploy \d+ changes?$/ })[press]();
    await expect(this.page).toHaveURL(/\/deployments\/[0-9a-f]+$/);
  }

  /** Deploys what destroys something: the button says so, and the environment's name is typed. */
  async deployAndDestroy(what: string, environmentName: string): Promise<void> {
    const words = `Deploy and destroy ${what}`;
    await this.page.getByRole('button', { name: words }).click();
    const dialog = this.page.getByRole('dialog', { name: `Destroy ${what}?` });
    const confirm = dialog.getByRole('button', { name: words });
    await expect(confirm).toBeDisabled();
    await dialog.getByRole('textbox').fill(environmentName);
    await confirm.click();
    await expect(this.page).toHaveURL(/\/deployments\/[0-9a-f]+$/);
  }
}
