import { expect, type Locator, type Page } from '@playwright/test';

/** The wizard of a service; its questions are found by their labels. */
export class Wizard {
  constructor(private readonly page: Page) {}

  /** Picks a kind of service among the tiles. */
  async choose(title: string): Promise<void> {
    await this.page
      .getByRole('main')
      .getByRole('link')
      // "Web Server" is also how "Web Server Farm" begins
      .filter({ has: this.page.getByText(title, { exact: true }) })
      .click();
    await expect(this.page.getByRole('heading', { name: `Add ${title}` })).toBeVisible();
  }

  question(label: string): Locator {
    return this.page.getByRole('textbox', { name: new RegExp(`^${label}( \\(optional\\))?$`) });
  }

  /** Types a password and the same once more. */
  async password(label: string, password: string): Promise<void> {
    await this.question(label).fill(password);
    await this.question(`${label}, once more`).fill(password);
  }

  async pick(label: string, option: string | RegExp): Promise<void> {
    // whatever is beside an open list is hidden from assistive technology
    const box = this.page.getByRole('combobox', { name: label, includeHidden: true });
    await box.click();
    await expect(this.page.getByRole('option', { name: option })).toBeVisible();
    await expect(box, 'the page stays where it is').toBeInViewport();
    await this.page.getByRole('option', { name: option }).click();
  }

  /** Goes on and waits for the step of that title. */
  async next(title: string): Promise<void> {
    await this.page.getByRole('button', { name: title === 'Review' ? 'Review' : 'Next', exact: true }).click();
    await this.expectStep(title);
  }

  async back(title: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Back', exact: true }).click();
    await this.expectStep(title);
  }

  async expectStep(title: string): Promise<void> {
    await expect(this.page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  }

  async addToDraft(): Promise<void> {
    const add = this.page.getByRole('button', { name: 'Add to draft' });
    await add.click();
    // the draft may hold other changes already: only the page that follows tells that this one arrived
    await expect(add).toBeHidden();
    await expect(this.page.getByRole('region', { name: 'Draft' })).toContainText('in your draft, not deployed yet');
  }
}
