'use client';
import { useEffect, useRef, useState } from 'react';
import { type SecretVault, secretVault } from '@/components/forms/secret-vault';
import { forgetService, recallService, rememberService } from '@/components/forms/service-memory';
import { valueAt } from '@/lib/model/installed';
import { isObject, type JsonObject } from '@/lib/model/json';
import { secretPaths } from '@/lib/model/property-facts';
import { resumeService } from '@/lib/model/service-rules';
import type { ServiceType } from '@/lib/model/service-type';

/** What a wizard starts with: a new service, or what was kept of one. */
export interface WizardStart {
  /** the name under which it is kept in this tab */
  name: string;
  service: JsonObject;
  step: number;
  /** what was typed a second time, by the path of the secret */
  confirmations: Record<string, string>;
  /** the service as a new one would be now */
  begun: JsonObject;
  continued: boolean;
  /** how many secrets were typed and could not be kept */
  missing: number;
}

/** Before the path of a secret, in the vault: what was typed the second time. */
const AGAIN = 'again:';

/** What the wizard of that name starts with: what this tab has kept of it, or `begun`. */
export async function startOf(name: string, begun: JsonObject): Promise<WizardStart> {
  const kept = recallService(name);
  const fresh = { name, service: begun, step: 0, confirmations: {}, begun, continued: false, missing: 0 };
  if (!kept) return fresh;
  const vault = Object.entries(await secretVault(name).load());
  const secrets = Object.fromEntries(vault.filter(([path]) => !path.startsWith(AGAIN)));
  const again = vault.filter(([path]) => path.startsWith(AGAIN));
  return {
    ...fresh,
    service: withValues(resumeService(kept.service, kept.begun ?? {}, begun), secrets),
    step: kept.step,
    confirmations: Object.fromEntries(again.map(([path, value]) => [path.slice(AGAIN.length), value])),
    continued: true,
    missing: kept.forgotten.filter((path) => secrets[path] === undefined).length,
  };
}

/** Forgets what was kept of a wizard: its person starts over. */
export function forgetWizard(name: string): void {
  forgetService(name);
  secretVault(name).forget();
}

/** Keeps every keystroke for this tab; a wizard in which nothing was touched leaves nothing behind. */
export function useKeeping({
  start: { name, begun },
  type,
  service,
  step,
  confirmations,
}: {
  start: WizardStart;
  type: ServiceType;
  service: JsonObject;
  step: number;
  confirmations: Record<string, string>;
}): { forget(): void } {
  const [vault] = useState<SecretVault>(() => secretVault(name));
  const over = useRef(false);
  useEffect(() => {
    if (over.current) return;
    const untouched = step === 0 && JSON.stringify(service) === JSON.stringify(begun);
    if (untouched) forgetService(name);
    else rememberService(name, type, { service, step, begun });
  }, [name, type, service, step, begun]);
  useEffect(() => {
    if (over.current) return;
    const again = Object.entries(confirmations).map(([path, value]) => [AGAIN + path, value]);
    void vault.save({ ...secretsOf(service, type), ...Object.fromEntries(again) });
  }, [vault, type, service, confirmations]);
  return {
    forget: () => {
      over.current = true;
      forgetService(name);
      vault.forget();
    },
  };
}

function secretsOf(service: JsonObject, type: ServiceType): Record<string, string> {
  return Object.fromEntries(secretPaths(service, type).map((path) => [path, String(valueAt(service, path))]));
}

/** A service with values put in at paths; paths it does not have are left out. */
function withValues(service: JsonObject, values: Record<string, string>): JsonObject {
  const copy = structuredClone(service);
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('.');
    const owner = keys.slice(0, -1).reduce<unknown>((at, key) => (at as JsonObject | undefined)?.[key], copy);
    const last = keys.at(-1);
    if (isObject(owner) && last !== undefined) owner[last] = value;
  }
  return copy;
}
