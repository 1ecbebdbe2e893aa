import { expect, type Locator, type Page } from '@playwright/test';
import { visit } from '../support/visit';

/** The pages on which policies are written, tried and followed. */
export class PoliciesPage {
  readonly rules: Locator;

  constructor(private readonly page: Page) {
    this.rules = page.getByRole('textbox', { name: 'Rules', exact: true });
  }

  async open(): Promise<void> {
    await visit(this.page, '/admin/policies');
    await expect(this.page.getByRole('heading', { name: 'Policies', exact: true }).first()).toBeVisible();
  }

  /** Replaces the text in the editor. */
  async write(text: string): Promise<void> {
    await this.rules.fill(text);
  }

  async show(part: 'Rules' | 'Decisions' | 'Exceptions' | 'History'): Promise<void> {
    const button = this.page.getByRole('button', { name: part, exact: true });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
  }
}
