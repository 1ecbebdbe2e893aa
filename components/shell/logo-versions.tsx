'use client';
import { createContext, type ReactNode, useContext } from 'react';
import type { LogoVersions } from '@/lib/client/catalog';

const Versions = createContext<LogoVersions>({});

/** Logos of services in it are those of the versions that an environment works with, or that a run of it went by. */
export function LogosOf({ environmentId, runId, children }: LogoVersions & { children: ReactNode }) {
  return <Versions value={{ environmentId, runId }}>{children}</Versions>;
}

/** Of which versions the logos are here: the newest, where nothing says otherwise. */
export function useLogoVersions(): LogoVersions {
  return useContext(Versions);
}
