import { expect, type Page } from '@playwright/test';
import { visit } from '../support/visit';

export class EnvironmentsPage {
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await visit(this.page, '/environments');
    await expect(this.page.getByRole('heading', { level: 1, name: 'Environments' })).toBeVisible();
  }

  /** Creates an environment in the dialog. @returns its id, from the page that opens */
  async create(name: string, press: 'click' | 'dblclick' = 'click'): Promise<string> {
    await this.page.getByRole('button', { name: /^Create (an |your first )?environment$/ }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Create an environment' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create' })[press]();
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible();
    return environmentIdOf(this.page);
  }
}

/** The environment whose page is shown. */
export function environmentIdOf(page: Page): string {
  const id = /\/environments\/([0-9a-f]+)/.exec(page.url())?.[1];
  if (!id) throw new Error(`${page.url()} is no page of an environment`);
  return id;
}
