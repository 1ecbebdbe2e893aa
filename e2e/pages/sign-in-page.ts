import { expect, type Locator, type Page } from '@playwright/test';

export class SignInPage {
  readonly name: Locator;
  readonly password: Locator;
  readonly submit: Locator;

  constructor(private readonly page: Page) {
    this.name = page.getByLabel('User name');
    this.password = page.getByRole('textbox', { name: 'Password' });
    this.submit = page.getByRole('button', { name: 'Sign in', exact: true });
  }

  async open(): Promise<void> {
    await this.page.goto('/sign-in');
    await expect(this.page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  }

  /** Presses the demo's card of somebody, which fills the form. */
  async choose(displayName: string): Promise<void> {
    await this.page.getByRole('button', { name: displayName }).click();
    await expect(this.name).not.toHaveValue('');
  }
}
