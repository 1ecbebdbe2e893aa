import type { EnvironmentModel } from '@/lib/model/environment';
import type { ExplanationStep } from '@/lib/model/policies/explanation';
import type { PolicyParameters } from '@/lib/model/policies/parameters';
import type { PolicyFile } from '@/lib/model/policies/policy-file';
import type { RunKind } from '@/lib/model/runs/kinds';
import type { Offer, ServiceType } from '@/lib/model/service-type';
import type { ObjectPackage, StackUpdate } from './conductor';

/**
 * Policies are evaluated beside the server, in threads with limits: their texts are anybody's who administers a tenant.
 */

/** The rules of one policy. */
export interface RuleSet {
  /** whoever asks knows it by this */
  id: string;
  text: string;
  /** rows of the table `parameter` */
  parameters: PolicyParameters;
  /** whether the changes that it asks for are made; otherwise they are only told */
  modifies: boolean;
}

/** Something that is wrong with the text of a policy, and where; lines and columns count from 1. */
export interface PolicyTextProblem {
  line: number | null;
  column: number | null;
  sentence: string;
}

/** What is known besides the model when rules are asked. */
export interface PolicyContext {
  /** what the cloud offers the tenant; null when it could not be asked */
  offer: Offer | null;
  kind: RunKind;
  /** of an action: the object it is called on, and the name of its method */
  action: { objectId: string; method: string } | null;
  user: { name: string; role: string };
  tenant: { id: string; name: string };
  /** local time of the installation; languages have no clock of their own */
  time: {
    /** `2026-11-22` */ date: string;
    /** Monday is 1, Sunday 7 */ weekday: number;
    hour: number;
    minute: number;
    second: number;
  };
}

/** What rules are asked about. */
export interface PolicyQuestion {
  ruleSets: readonly RuleSet[];
  /** the document that a run asks for */
  model: EnvironmentModel;
  /** the document as it is deployed now; null when nothing is */
  deployed: EnvironmentModel | null;
  types: readonly ServiceType[];
  /** the packages of classes that the model works with */
  objects: readonly ObjectPackage[];
  /** a stack that a run asks its cloud for: its servers that the model does not tell of are asked about, too */
  stack?: StackOfRun | undefined;
  context: PolicyContext;
  /** whether each verdict comes with the rules and facts behind it */
  explains?: boolean;
  /** whether rules are only tried: no run waits for the answer */
  isTrial?: boolean;
  /** whether the environment will be asked about again, as a draft is that somebody works on: what is known of it is kept */
  isRepeated?: boolean;
}

/** A stack as a run asks its cloud for it. */
export type StackOfRun = Pick<StackUpdate, 'template' | 'parameters'>;

/** What one rule says about the model. */
export interface RuleVerdict {
  ruleSet: string;
  kind: 'error' | 'warning' | 'modification';
  /** the object that it is about; null when the rule names none */
  objectId: string | null;
  /** a sentence; of a modification the change that was made */
  message: string;
  /** what of the model it rests on, in the order of the rules: properties and references by their names */
  properties: readonly { objectId: string; name: string }[];
  /** the rules and facts behind it, when that was asked for */
  why?: ExplanationStep[];
}

/** Why rules answer as they do: for each answer the rules and facts behind it, or why there is none. */
export interface PolicyExplanation {
  holds: boolean;
  answers: ExplanationStep[][];
  /** what keeps the question from being asked; empty otherwise */
  problems: PolicyTextProblem[];
}

/** Rules that could not be asked. */
export interface RuleFailure extends PolicyTextProblem {
  ruleSet: string;
}

export interface PolicyAnswer {
  /** with the modifications that rules made; the very document that was given when there are none */
  model: EnvironmentModel;
  verdicts: RuleVerdict[];
  failures: RuleFailure[];
}

/** What rules may speak of, for whoever writes them. */
export interface PolicyVocabulary {
  /** `cloud:flavors` with the names of its columns */
  tables: { name: string; columns: string[] }[];
  /** tables that are computed, as they are written: `plus(x, y, result)` */
  computed: string[];
  /** tables that are asked: what rules say */
  asked: { name: string; columns: string[] }[];
}

/** A policy file that was read; `file` is null when something is wrong with it. */
export interface PolicyFileReading {
  file: PolicyFile | null;
  problems: { path: string; line?: number; code: string; sentence: string }[];
}

/** What models of a tenant can be made of. */
export interface KnownTypes {
  types: readonly ServiceType[];
  classes: readonly string[];
}

export interface PolicyChecker {
  /** What rules may speak of. */
  vocabulary(): PolicyVocabulary;
  /**
   * Everything that keeps a text from being asked; none when it can be.
   *
   * @param tenantId who is answered; what tenants try is bounded, and keeps no run waiting
   * @throws limit_exceeded `too_many_questions`, as all that is only tried
   */
  problemsOf(text: string, tenantId: string): Promise<PolicyTextProblem[]>;
  /**
   * What is probably not meant in a text that can be asked: names that are almost those of a class, property or
   * relationship that there is, and a text that answers nothing.
   *
   * @param known the services that the tenant can have, and the full names of all classes of its packages
   */
  warningsOf(text: string, known: KnownTypes, tenantId: string): Promise<PolicyTextProblem[]>;
  /** Reads a policy file. Its rules are not read: `problemsOf` does that. */
  readFile(text: string, tenantId: string): Promise<PolicyFileReading>;
  /** Asks rules about a document. What cannot be asked, or takes too long, is a failure and nothing is thrown. */
  check(question: PolicyQuestion): Promise<PolicyAnswer>;
  /**
   * Explains the answers of one set of rules about a document as it is.
   *
   * @param atom what is asked for: `predeploy_errors(environment, object, message)`; variables may stand for anything
   */
  explain(question: PolicyQuestion, atom: string): Promise<PolicyExplanation>;
  /** Drops whatever is being evaluated. */
  close(): Promise<void>;
}
