import type { Locator, Page } from '@playwright/test';
import { chooseFiles, fill, press, pressKey, reach, setChecked, type } from './reach';

type LocatorActions = Pick<
  Locator,
  'click' | 'fill' | 'clear' | 'pressSequentially' | 'press' | 'focus' | 'check' | 'uncheck' | 'setInputFiles'
>;

const BY_KEYBOARD: LocatorActions & ThisType<Locator> = {
  click(options) {
    return press(this, options?.modifiers);
  },
  fill(text) {
    return fill(this, text);
  },
  clear() {
    return fill(this, '');
  },
  pressSequentially(text) {
    return type(this, text);
  },
  press(key) {
    return pressKey(this, key);
  },
  async focus() {
    await reach(this);
  },
  check() {
    return setChecked(this, true);
  },
  uncheck() {
    return setChecked(this, false);
  },
  setInputFiles(files) {
    return chooseFiles(this, files);
  },
};

/** What a pointer does and no key can: a story that needs it says something else. */
const WITH_A_POINTER = ['hover', 'dblclick', 'tap', 'dragTo', 'selectOption', 'dispatchEvent'] as const;
const OF_THE_MOUSE = ['move', 'down', 'up', 'click', 'dblclick', 'wheel'] as const;

/**
 * From now on, whatever a story of this process does with a control is done with the keyboard: the focus travels to
 * it and a key presses it. Stories need not know.
 *
 * @param page any page: all are made alike
 */
export function installKeyboardDriver(page: Page): void {
  Object.assign(Object.getPrototypeOf(page.locator('body')), BY_KEYBOARD, refusing(WITH_A_POINTER));
  Object.assign(Object.getPrototypeOf(page.mouse), refusing(OF_THE_MOUSE));
}

function refusing(methods: readonly string[]): Record<string, () => Promise<never>> {
  const refusal = (method: string) => () => Promise.reject(new Error(`no key does what ${method} does`));
  return Object.fromEntries(methods.map((method) => [method, refusal(method)]));
}
