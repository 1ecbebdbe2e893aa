/** What to press next so that the focus comes to a control, or why nothing will bring it there. */
export type KeyboardMove =
  | { kind: 'there'; press: PressingKey | null; checked: boolean; shown: boolean }
  | { kind: 'go'; key: string; times: number; forward: boolean | null }
  | { kind: 'wait'; why: string }
  | { kind: 'never'; why: string };

type PressingKey = 'Enter' | 'Space' | 'ArrowUp' | 'ArrowDown';

/**
 * One look at the page, as somebody takes it who has no pointer: where is the focus, where is the control, which key
 * leads there and about how often. Runs in the page and touches nothing; whoever asks presses the keys and looks again.
 *
 * Tab and Shift+Tab lead from stop to stop; inside menus, lists, tabs and groups of choices the arrow keys do.
 */
export function stepTowards(element: Element, forward: boolean | null): KeyboardMove {
  const BOXES = '[role=menu],[role=listbox],[role=tablist],[role=radiogroup],[role=tree]';
  const STOPS = 'a[href],button,input,select,textarea,summary,[tabindex],[contenteditable=true]';
  const CHOICES = '[role=radio],[role=checkbox],[role=switch],input:not([aria-hidden]),select,textarea';

  const focused = currentOf(document.activeElement ?? document.body);
  const control = standIn(element);
  if (!control) return { kind: 'never', why: 'nothing of it takes the focus' };
  if (isOff(control)) return { kind: 'wait', why: 'it is switched off' };
  if (control === focused || control === document.activeElement) return there(control, keyOf(control));

  const field = fieldOfStepper(control);
  if (field) {
    const less = control.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (field !== focused) return towards(field);
    return there(field, less ? 'ArrowDown' : 'ArrowUp');
  }
  const box = control.closest(BOXES);
  return box ? within(box, control) : towards(control);

  /** The focus of a field that leads a list is on the option it names. */
  function currentOf(active: Element): Element {
    const named = active.getAttribute('aria-activedescendant');
    const option = named ? document.getElementById(named) : null;
    return option ?? active;
  }

  /** What takes the focus for the element: itself, the field of a label, what it lies in. */
  function standIn(part: Element): HTMLElement | null {
    if (part.matches(`${STOPS},[role=option]`)) {
      const button = part.matches('input[type=file][tabindex="-1"]') && part.parentElement?.querySelector('button');
      return (button || part) as HTMLElement;
    }
    const label = part.closest('label');
    const own = label?.control;
    const labelled = own && !own.hasAttribute('aria-hidden') ? own : label?.querySelector<HTMLElement>(CHOICES);
    return labelled ?? part.closest<HTMLElement>(`${STOPS},[role=option]`);
  }

  function isOff(part: HTMLElement): boolean {
    return part.matches(':disabled') || part.getAttribute('aria-disabled') === 'true';
  }

  function there(part: HTMLElement, press: PressingKey | null): KeyboardMove {
    const checked = part.matches(':checked') || part.getAttribute('aria-checked') === 'true';
    const around = [part, part.parentElement, part.parentElement?.parentElement].filter((one) => one != null);
    const outlined = around.some((one) => getComputedStyle(one).outlineStyle !== 'none');
    // a field that leads a list shows it on the option it names
    const shown = outlined || part.matches('[data-highlighted],[aria-activedescendant]');
    return { kind: 'there', press, checked, shown };
  }

  function keyOf(part: HTMLElement): PressingKey | null {
    if (part.matches('[role=radio],[role=checkbox],[role=switch],input[type=radio],input[type=checkbox]'))
      return 'Space';
    return part.matches('textarea,[contenteditable=true],input:not([type=file])') ? null : 'Enter';
  }

  /** The buttons beside a number are for pointers: in the field, arrow up and arrow down do the same. */
  function fieldOfStepper(part: HTMLElement): HTMLElement | null {
    if (part.tabIndex >= 0 || !part.matches('button')) return null;
    const field = document.getElementById(part.getAttribute('aria-controls') ?? '');
    return field?.matches('input') ? field : null;
  }

  function isStop(part: Element): boolean {
    // an editor is a stop without saying so
    const editor = part.matches('[contenteditable=true]:not([tabindex])');
    if (!(part instanceof HTMLElement) || (part.tabIndex < 0 && !editor) || part.matches(':disabled')) return false;
    if (part.closest('[inert]') || !part.checkVisibility({ visibilityProperty: true })) return false;
    if (!part.matches('input[type=radio]')) return true;
    const { name, form, checked } = part as HTMLInputElement;
    const group = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    return checked || name === '' || !group.some((one) => one.name === name && one.form === form && one.checked);
  }

  function within(holder: Element, part: HTMLElement): KeyboardMove {
    const role = part.getAttribute('role');
    const items = [...holder.querySelectorAll(role ? `[role=${role}]` : 'input[type=radio]')];
    const lit = holder.querySelector('[data-highlighted]');
    const led = holder.id !== '' && document.activeElement?.getAttribute('aria-controls') === holder.id;
    if (!holder.contains(focused) && !led) {
      if (holder.matches('[role=menu],[role=listbox]')) return { kind: 'wait', why: 'its list has not got the focus' };
      return towards(items.find(isStop) ?? part);
    }
    if (lit === part) return there(part, keyOf(part));
    const at = items.indexOf(lit ?? focused);
    const steps = at < 0 ? 1 : items.indexOf(part) - at;
    const side = holder.getAttribute('aria-orientation') ?? (holder.matches('[role=tablist]') ? 'horizontal' : '');
    const flat = side === 'horizontal';
    const key = steps > 0 ? (flat ? 'ArrowRight' : 'ArrowDown') : flat ? 'ArrowLeft' : 'ArrowUp';
    return { kind: 'go', key, times: Math.abs(steps), forward };
  }

  function towards(part: Element): KeyboardMove {
    const dialog = part.closest('[role=dialog],[role=alertdialog]');
    const room = dialog?.contains(focused) ? dialog : document;
    const stops = [...room.querySelectorAll(STOPS)].filter(isStop);
    const goal = stops.indexOf(part);
    // a panel beside the page lets the focus in at its place among the stops, and its own are none until then
    if (goal < 0 && dialog && room !== dialog && part.matches('[data-tabindex]'))
      return { kind: 'go', key: 'Tab', times: 1, forward: true };
    if (goal < 0) return { kind: 'wait', why: 'it is no stop of the Tab key' };
    const own = stops.indexOf(focused);
    // between two stops, or at the very beginning
    const before = stops.filter((stop) => focused.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING);
    const start = focused === document.body ? 0 : before.length;
    const ring = (steps: number) => (steps + stops.length) % stops.length || stops.length;
    const ahead = ring(own < 0 ? goal - start + 1 : goal - own);
    const behind = ring(own < 0 ? start - goal : own - goal);
    // whoever goes back from the first stop of such a panel leaves it
    const lies = room === dialog ? goal >= (own < 0 ? start : own) : ahead <= behind;
    const on = forward ?? lies;
    return { kind: 'go', key: on ? 'Tab' : 'Shift+Tab', times: on ? ahead : behind, forward: on };
  }
}
