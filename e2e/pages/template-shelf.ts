import { expect, type Page } from '@playwright/test';
import { visit } from '../support/visit';

/** The templates, on the home page and on their own. */
export class TemplateShelf {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await visit(this.page, '/');
    await expect(this.page.getByRole('heading', { name: 'Start with a template' })).toBeVisible();
  }

  /** Goes to the page of all templates by the menu: one click. */
  async openFromMenu(): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Templates' }).click();
    await expect(this.page.getByRole('heading', { level: 1, name: 'Templates' })).toBeVisible();
  }

  /** Presses Deploy on a tile, gives a name, and presses Deploy: two clicks. */
  async deploy(template: string, name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Deploy ${template}` }).click();
    const dialog = this.page.getByRole('dialog', { name: `Deploy ${template}` });
    await dialog.getByLabel('Name of the environment').fill(name);
    await dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
  }
}
