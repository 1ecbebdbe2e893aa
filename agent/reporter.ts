import { type CommandEnd, type OutputLine, PLAN_NOT_YOURS } from '@/lib/formats/agent-channel/messages';
import { storableText } from '@/lib/formats/agent-channel/storable';
import type { Client } from './client';
import { Refused } from './transport';

/** Sends what a plan prints and what of it is over, while it goes on. */
export interface Reporter {
  line(stream: OutputLine['stream'], text: string): void;
  command(end: CommandEnd): void;
  /** what the server says when the plan is nobody's any more: its machine is gone */
  refusal(): Refused | null;
  /** Sends what is left; after it nothing more is taken. */
  end(rebooting?: boolean): Promise<void>;
}

const GATHER_MS = 250;
/** The server takes an agent for alive by what it hears, in milliseconds. */
const SIGN_OF_LIFE_MS = 15_000;
const LINES_AT_ONCE = 100;
/** A program that prints without end does not fill anybody's log. */
const MAX_LINES = 5_000;
/** Nobody reads more of one line, in characters. */
const MAX_LINE_CHARACTERS = 4_000;

/**
 * @param first so many lines of the plan the server has already
 * @param onRefusal called when the plan is nobody's any more
 */
export function startReporter(
  client: Client,
  planId: string,
  first: number,
  onRefusal: () => void = () => undefined,
): Reporter {
  let lines: OutputLine[] = [];
  let commands: CommandEnd[] = [];
  let number = first;
  let isOver = false;
  let refusal: Refused | null = null;
  let lastSent = Date.now();
  let wake: () => void = () => undefined;

  function add(stream: OutputLine['stream'], text: string): void {
    if (isOver || number > MAX_LINES) return;
    number += 1;
    const isLast = number > MAX_LINES;
    const shown = isLast
      ? 'Further lines of this plan are left out.'
      : storableText(text.slice(0, MAX_LINE_CHARACTERS));
    lines.push({ number, stream, text: shown });
  }

  async function send(rebooting = false): Promise<void> {
    do {
      const batch = { lines: lines.slice(0, LINES_AT_ONCE), commands };
      lines = lines.slice(LINES_AT_ONCE);
      commands = [];
      await client.report(planId, { ...batch, ...(rebooting ? { rebooting } : {}) });
      lastSent = Date.now();
    } while (lines.length > 0);
  }

  const going = (async () => {
    while (!isOver) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, GATHER_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      const isQuiet = lines.length === 0 && commands.length === 0;
      if (!isOver && (!isQuiet || Date.now() - lastSent > SIGN_OF_LIFE_MS)) await send();
    }
  })().catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    isOver = true;
    if (error.code !== PLAN_NOT_YOURS) return;
    refusal = error;
    onRefusal();
  });

  return {
    line: add,
    command: (end) => commands.push(end),
    refusal: () => refusal,
    end: async (rebooting) => {
      const hadEnded = isOver;
      isOver = true;
      wake();
      await going;
      if (!hadEnded && (rebooting || lines.length > 0 || commands.length > 0)) await send(rebooting);
    },
  };
}
