import { expect, type Locator, type Page } from '@playwright/test';
import { visit } from '../support/visit';

/** The administrators' page of what goes wrong on simulated machines. */
export class FaultsPage {
  readonly active: Locator;

  constructor(private readonly page: Page) {
    this.active = page.getByRole('list', { name: 'Faults now' });
  }

  async open(): Promise<void> {
    await visit(this.page, '/admin/faults');
    await expect(this.page.getByRole('heading', { name: 'Faults of simulated machines' })).toBeVisible();
  }

  /** Makes something fail on a machine of an environment; without words of its own it has the usual ones. */
  async makeFail({
    what,
    environment,
    machine,
    words,
    strikesAtOnce = false,
  }: {
    what: string;
    environment: string;
    machine: string;
    words?: string;
    /** it has struck when it is stored, and is waited for by nobody */
    strikesAtOnce?: boolean;
  }) {
    await this.choose('What goes wrong', what);
    await this.choose('Environment', environment);
    await this.page.getByRole('combobox', { name: 'Machine', exact: true }).fill(machine);
    if (words !== undefined) await this.page.getByLabel('What it reports').fill(words);
    await this.page.getByRole('button', { name: 'Make it fail' }).click();
    if (strikesAtOnce) await expect(this.page.getByText('The fault is set').first()).toBeVisible();
    else await expect(this.active).toContainText(machine);
  }

  async end(machine: string): Promise<void> {
    await this.active.getByRole('listitem').filter({ hasText: machine }).getByRole('button').click();
    await expect(this.page.getByRole('listitem').filter({ hasText: machine })).toBeHidden();
  }

  private async choose(label: string, option: string): Promise<void> {
    await this.page.getByRole('combobox', { name: label }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }
}
