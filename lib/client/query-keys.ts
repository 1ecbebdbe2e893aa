/** A list by its query; without one, all lists of the kind. */
const below = (query: string | undefined) => (query === undefined ? [] : [query]);

/** Names of everything cached, from the general to the particular: dropping one drops all beneath it. */
export const queryKeys = {
  offer: ['offer'] as const,
  clock: ['clock'] as const,
  signIns: ['sign-ins'] as const,
  secondFactor: ['second-factor'] as const,
  passkeys: ['passkeys'] as const,
  proofOffer: ['proof-offer'] as const,
  catalog: ['catalog'] as const,
  packageVersions: (name: string) => ['catalog', 'versions', name] as const,
  packageDetails: (packageId: string) => ['catalog', 'details', packageId] as const,
  /** of one environment; apart from what its events touch, since they seldom move a package */
  environmentTypes: (environmentId: string) => ['types', environmentId] as const,
  serviceTypesOf: (environmentId: string, sessionId: string | null) =>
    ['types', environmentId, sessionId ?? 'deployed'] as const,
  serviceTypesOfRun: (environmentId: string, runId: string) => ['types', environmentId, 'run', runId] as const,
  templates: ['templates'] as const,
  templatePages: (query: string) => ['templates', query] as const,
  environments: ['environments'] as const,
  environmentList: ['environments', 'list'] as const,
  environmentPages: (query?: string) => ['environments', 'list', 'pages', ...below(query)] as const,
  environmentSummary: ['environments', 'list', 'summary'] as const,
  environmentsFound: (query?: string) => ['environments', 'list', 'found', ...below(query)] as const,
  machinesFound: (query: string) => ['machines', query] as const,
  environment: (environmentId: string) => ['environments', environmentId] as const,
  environmentDetail: (environmentId: string) => ['environments', environmentId, 'detail'] as const,
  sessions: (environmentId: string) => ['environments', environmentId, 'sessions'] as const,
  sessionDiff: (environmentId: string, sessionId: string) =>
    ['environments', environmentId, 'sessions', sessionId, 'diff'] as const,
  sessionPreview: (environmentId: string, sessionId: string) =>
    ['environments', environmentId, 'sessions', sessionId, 'preview'] as const,
  /** what policies say of a draft */
  sessionPolicies: (environmentId: string, sessionId: string) =>
    ['environments', environmentId, 'sessions', sessionId, 'policies'] as const,
  /** what policies would allow where they stop a draft */
  sessionAlternatives: (environmentId: string, sessionId: string) =>
    ['environments', environmentId, 'sessions', sessionId, 'alternatives'] as const,
  /** what policies would say of a draft with one more service */
  additionPolicies: (environmentId: string, service: string) =>
    ['environments', environmentId, 'addition-policies', service] as const,
  policies: ['policies'] as const,
  exceptionRequests: ['policies', 'exception-requests'] as const,
  exceptionRequestsOf: (policyId: string) => ['policies', 'exception-requests', policyId] as const,
  exceptionRequestsToDecide: ['policies', 'exception-requests', 'to-decide'] as const,
  policyList: ['policies', 'list'] as const,
  policy: (policyId: string) => ['policies', 'one', policyId] as const,
  policyVersions: (policyId: string) => ['policies', 'one', policyId, 'versions'] as const,
  policyExceptions: (policyId: string) => ['policies', 'one', policyId, 'exceptions'] as const,
  policyTemplates: ['policies', 'templates'] as const,
  policySettings: ['policies', 'settings'] as const,
  policyVocabulary: ['policies', 'vocabulary'] as const,
  /** of mutations, not of what is cached: they end a session, or put another in its place */
  sessionEnd: (environmentId: string) => ['session-end', environmentId] as const,
  /** of the mutation that ends a rehearsal, by the id of its copy */
  rehearsalEnd: (environmentId: string) => ['rehearsal-end', environmentId] as const,
  deletion: (environmentId: string) => ['environments', environmentId, 'deletion'] as const,
  services: (environmentId: string) => ['environments', environmentId, 'services'] as const,
  servicesOf: (environmentId: string, sessionId: string | null) =>
    ['environments', environmentId, 'services', sessionId ?? 'deployed'] as const,
  packages: (environmentId: string) => ['environments', environmentId, 'packages'] as const,
  packagesOf: (environmentId: string, sessionId: string | null) =>
    ['environments', environmentId, 'packages', sessionId ?? 'deployed'] as const,
  workflows: (environmentId: string) => ['environments', environmentId, 'workflows'] as const,
  newestRun: (environmentId: string) => ['environments', environmentId, 'newest run'] as const,
  survival: (environmentId: string) => ['environments', environmentId, 'survival'] as const,
  actions: (environmentId: string) => ['environments', environmentId, 'actions'] as const,
  deployments: (environmentId: string) => ['environments', environmentId, 'deployments'] as const,
  deployment: (environmentId: string, runId: string) => ['environments', environmentId, 'deployments', runId] as const,
  histories: (environmentId: string) => ['environments', environmentId, 'history'] as const,
  history: (environmentId: string, filter: object) => ['environments', environmentId, 'history', filter] as const,
  versions: (environmentId: string, search: string) =>
    ['environments', environmentId, 'history', 'versions', search] as const,
  moments: (environmentId: string) => ['environments', environmentId, 'moments'] as const,
  stateAt: (environmentId: string, at: string) => ['environments', environmentId, 'state', at] as const,
  comparisons: (environmentId: string) => ['environments', environmentId, 'comparison'] as const,
  comparison: (environmentId: string, from: string, to: string) =>
    ['environments', environmentId, 'comparison', from, to] as const,
  reportLists: (environmentId: string) => ['environments', environmentId, 'reports'] as const,
  reports: (environmentId: string, serviceId: string) => ['environments', environmentId, 'reports', serviceId] as const,
  health: (environmentId: string) => ['environments', environmentId, 'health'] as const,
  schedules: (environmentId: string) => ['environments', environmentId, 'schedules'] as const,
  activities: (environmentId: string) => ['environments', environmentId, 'activity'] as const,
  activity: (environmentId: string, filter: object) => ['environments', environmentId, 'activity', filter] as const,
};
