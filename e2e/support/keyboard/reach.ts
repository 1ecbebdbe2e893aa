import { type Locator, test } from '@playwright/test';
import { WAIT_MS } from '../waits';
import { partsToType } from './parts-of-a-field';
import { type KeyboardMove, stepTowards } from './step-towards';

/** More presses than any page needs; who has not arrived by then goes round in circles. */
const FAR = 250;
/** Some controls, such as editors, show a moment later that they have the focus, in milliseconds. */
const SHOWN_MS = 1_000;

type FocusReached = Extract<KeyboardMove, { kind: 'there' }>;

/**
 * Brings the focus to a control with the keys of the keyboard alone.
 *
 * @throws a sentence that names the control when no key leads there, or when it does not show that it has the focus
 */
export async function reach(control: Locator): Promise<FocusReached> {
  const keyboard = control.page().keyboard;
  const until = Date.now() + WAIT_MS;
  await control.waitFor({ state: 'visible', timeout: WAIT_MS });
  let presses = 0;
  let forward: boolean | null = null;
  let arrived: number | null = null;
  for (;;) {
    const step: KeyboardMove = await control.evaluate(stepTowards, forward, { timeout: WAIT_MS });
    if (step.kind === 'there') {
      if (step.shown) return step;
      arrived ??= Date.now();
      if (Date.now() - arrived > SHOWN_MS) throw new Error(`${control} has the focus and does not show it`);
      await control.page().waitForTimeout(50);
      continue;
    }
    if (step.kind === 'never') throw unreachable(control, step.why);
    if (step.kind === 'wait') {
      if (Date.now() > until) throw unreachable(control, step.why);
      await control.page().waitForTimeout(50);
      continue;
    }
    forward = step.forward;
    for (let times = 0; times < step.times; times += 1) await keyboard.press(step.key);
    presses += step.times;
    if (presses > FAR) throw unreachable(control, `after ${presses} presses of ${step.key} ${await focusOf(control)}`);
  }
}

/**
 * Presses a control: Enter or Space, whichever its kind answers to. A field only gets the focus.
 *
 * @param modifiers keys that are held meanwhile
 */
export function press(control: Locator, modifiers: readonly string[] = []): Promise<void> {
  return asStep('press', control, async () => {
    const { press } = await reach(control);
    if (press) await control.page().keyboard.press([...modifiers, press].join('+'));
  });
}

/** Types into a field in place of what it holds. */
export function fill(field: Locator, text: string): Promise<void> {
  return asStep('fill', field, async () => {
    const { keyboard } = field.page();
    await reach(field);
    const parts = await field.evaluate(partsToType, text);
    if (parts) {
      await toFirstPart(field);
      // a part that is full hands on to the next
      await keyboard.type(parts.join(''));
      return;
    }
    await keyboard.press('ControlOrMeta+a');
    if (text === '') await keyboard.press('Delete');
    // whoever has several lines pastes them: in an editor Enter may take what it proposes
    else if (text.includes('\n')) await keyboard.insertText(text);
    else await keyboard.type(text);
  });
}

/** Whoever comes back to a field of several parts stands at its end: out of it and in again leads to the first one. */
async function toFirstPart(field: Locator): Promise<void> {
  const { keyboard } = field.page();
  do await keyboard.press('Shift+Tab');
  while (await field.evaluate((element) => element === document.activeElement));
  await keyboard.press('Tab');
}

/** Types where the cursor is. */
export function type(field: Locator, text: string): Promise<void> {
  return asStep('type into', field, async () => {
    await reach(field);
    await field.page().keyboard.type(text);
  });
}

/** Presses a key on a control. */
export function pressKey(control: Locator, key: string): Promise<void> {
  return asStep(`press ${key} on`, control, async () => {
    await reach(control);
    await control.page().keyboard.press(key);
  });
}

/** Ticks a box or clears it. */
export function setChecked(box: Locator, wanted: boolean): Promise<void> {
  return asStep(wanted ? 'check' : 'uncheck', box, async () => {
    const { press, checked } = await reach(box);
    if (press && checked !== wanted) await box.page().keyboard.press(press);
  });
}

/** Opens the browser's choice of files and chooses there. */
export function chooseFiles(input: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> {
  return asStep('choose a file with', input, async () => {
    const page = input.page();
    // The browser is told to ask us instead of the desktop. That takes a moment: before we set out, and for good.
    page.on('filechooser', () => undefined);
    const { press } = await reach(input);
    const coming = page.waitForEvent('filechooser');
    if (press) await page.keyboard.press(press);
    await (await coming).setFiles(files);
  });
}

function asStep(action: string, control: Locator, work: () => Promise<void>): Promise<void> {
  return test.step(`by keyboard: ${action} ${control}`, work, { box: true });
}

function unreachable(control: Locator, why: string): Error {
  return new Error(`${control} cannot be reached by keyboard: ${why}`);
}

function focusOf(control: Locator): Promise<string> {
  return control.page().evaluate(() => {
    const { outerHTML } = document.activeElement ?? document.body;
    return `the focus is on ${outerHTML.slice(0, 160)}`;
  });
}
