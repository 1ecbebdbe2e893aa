import type { JsonObject } from '@/lib/model/json';

/** One scenario of the suite: what is done to one stack, and what the programs in its servers answer. */
export interface SoftwareCase {
  id: string;
  server: ServerFacts;
  /** HOT texts by name */
  templates: Record<string, string>;
  /** what `get_file` reads */
  files: Record<string, string>;
  steps: Step[];
}

/** What the stand-in for a server can do. */
export interface ServerFacts {
  updateInPlace: string[];
  replaceOn: string[];
  attributes: string[];
}

export interface Step {
  do: 'create' | 'update' | 'preview' | 'delete' | 'suspend' | 'resume' | 'check' | 'signal' | 'settle';
  template?: string;
  params?: JsonObject;
  /** update: keep the stored template */
  existing?: boolean;
  rollback?: boolean;
  /** servers whose agents are silent */
  offline?: string[];
  /** signal */
  resource?: string;
  details?: JsonObject;
  reports: Report[];
}

/** What the program for a deployment and an action answers. */
export interface Report {
  deployment: string;
  action: string;
  report: JsonObject;
}
