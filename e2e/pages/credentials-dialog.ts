import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';

/** The passwords of a new environment, shown as soon as it is made. */
export class CredentialsDialog {
  readonly dialog: Locator;

  constructor(
    private readonly page: Page,
    environmentName: string,
  ) {
    this.dialog = page.getByRole('dialog', { name: `Passwords of ${environmentName}` });
  }

  /** Downloads them. @returns the file's text */
  async download(): Promise<string> {
    await expect(this.dialog).toBeVisible();
    const coming = this.page.waitForEvent('download');
    await this.dialog.getByRole('button', { name: 'Download', exact: true }).click();
    return readFile(await (await coming).path(), 'utf8');
  }

  async goOn(words: 'Watch the deployment' | 'Look at the draft'): Promise<void> {
    await this.dialog.getByRole('button', { name: words }).click();
    await expect(this.dialog).toBeHidden();
  }
}
