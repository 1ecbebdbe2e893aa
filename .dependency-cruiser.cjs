/**
 * The law of the house: who may import whom. Arrows point down only; each rule says why.
 * The picture is in docs/architecture.md.
 */
const only = (name, comment, from, allowed, more = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: ['\\.test\\.ts$', ...(more.fromNot ?? [])] },
  to: { path: '^(app|components|lib)/', pathNot: allowed },
});
const fence = (name, comment, packages, homes) => ({
  name,
  comment,
  severity: 'error',
  from: { path: '^(app|components|lib)/', pathNot: [...homes, '\\.test\\.ts$'] },
  to: { path: packages.map((p) => `node_modules/${p}/`) },
});

/** Folders of lib/cloud that are no driver: what several of them have in common. */
const SHARED_BY_DRIVERS = 'kernel|agents';

/** The rooms of MuranoPL, the lowest first: each knows only those before it. */
const MURANOPL_ROOMS = [
  'source',
  'syntax',
  'types',
  'packages',
  'objects',
  'execution',
  'serialization',
  'contracts',
  'statements',
  'reflection',
  'model',
  'functions',
  'schema',
  'check',
  'natives',
  'engine',
  'world',
];
const muranoplRooms = MURANOPL_ROOMS.slice(0, -1).map((room, at) => ({
  name: `muranopl-rooms-${room.replace(/\W+/g, '-').replace(/^-|-$/g, '')}`,
  comment: 'The rooms of MuranoPL stand one above the other; a knot of folders cannot be read in parts.',
  severity: 'error',
  from: { path: `^lib/conductor/muranopl/${room}/`, pathNot: '\\.test\\.ts$' },
  to: { path: `^lib/conductor/muranopl/(${MURANOPL_ROOMS.slice(at + 1).join('|')})/` },
}));

/** Rooms of the expression language, the lowest first: none imports one that stands above it. */
const yaqlRooms = (rooms) =>
  rooms.slice(0, -1).map((room, index) => ({
    name: `yaql-${room}-knows-nothing-above`,
    comment: 'Kinds, then patterns and dates, then collections, then the engine, then the functions.',
    severity: 'error',
    from: { path: `^packages/yaql/src/${room}/`, pathNot: '\\.test\\.ts$' },
    to: { path: `^packages/yaql/src/(index|${rooms.slice(index + 1).join('|')})` },
  }));

module.exports = {
  forbidden: [
    ...muranoplRooms,
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one subject or have a third in common.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: 'lib/db/generated' } },
    },
    only('model-stands-alone', 'The object model is what everyone agrees on; it depends on nobody.', '^lib/model/', [
      '^lib/model/',
    ]),
    only('errors-stand-alone', 'Anyone may throw, so errors know no one.', '^lib/errors/', ['^lib/errors/']),
    only('threads-stand-alone', 'What a thread does is for whoever starts it.', '^lib/threads/', [
      '^lib/(threads|errors)/',
    ]),
    only('formats-are-pure', 'Wire formats are read on both sides of the cloud port.', '^lib/formats/', [
      '^lib/(formats|model|errors)/',
    ]),
    only('ports-are-low', 'Interfaces that one room needs and another implements; they know neither.', '^lib/ports/', [
      '^lib/(ports|formats|model|errors)/',
    ]),
    only(
      'languages-are-pure',
      'Languages decide, effects act: no database, network, clock or process.',
      '^lib/conductor/(language|languages|operations|blueprints|muranopl|xml|policy|software)/',
      [
        '^lib/conductor/(language|languages|operations|blueprints|lifecycle|muranopl|xml|policy|software)/',
        '^lib/ports/',
        '^lib/(formats|model|errors)/',
      ],
    ),
    ...yaqlRooms(['primitives', 'syntax', 'regex', 'time', 'values', 'engine', 'library']),
    {
      name: 'packages-stand-alone',
      comment:
        'Each can be published as it is: it knows packages of npm and of this folder by their names, nothing of the product.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(?!packages/)', pathNot: 'node_modules', dependencyTypesNot: ['core', 'npm', 'npm-dev'] },
    },
    {
      name: 'packages-are-known-by-their-index',
      comment: 'How a package works inside is its own affair; suites use the corpus that lies beside it.',
      severity: 'error',
      from: { path: '^(packages/([^/]+)|agent|app|authoring|components|conformance|lib)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/($2/|[^/]+/(src/index\\.ts$|corpus/))' },
    },
    {
      name: 'expressions-stay-with-languages',
      comment: 'Expressions are evaluated by languages, simulations and the stack engine alone.',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: ['^lib/(conductor|simulation|stack-engine)/', '\\.test\\.ts$'] },
      to: { path: '^packages/yaql/' },
    },
    {
      name: 'rules-stay-with-policies',
      comment: 'Rules are evaluated by policies and their checks alone.',
      severity: 'error',
      from: { path: '^(app|components|lib)/', pathNot: ['^lib/conductor/(policy|policy-checks)/', '\\.test\\.ts$'] },
      to: { path: '^packages/datalog/' },
    },
    {
      name: 'languages-touch-nothing',
      comment:
        'No files, network, processes or clocks: of what Node brings only hashing, which is arithmetic, and signals.',
      severity: 'error',
      from: {
        path: '^(lib/conductor/(language|languages|operations|muranopl|xml|policy|software)|lib/stack-engine|packages)/',
        pathNot: ['\\.test\\.ts$', '/(corpus|testing)/'],
      },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|events)$' },
    },
    {
      name: 'suites-run-what-runs',
      comment:
        'What is proved is what runs: a suite drives the product by what lives in it (scripts/dead-code.mjs), not by what tests are made of.',
      severity: 'error',
      from: { path: '^conformance/', pathNot: '\\.test\\.ts$' },
      to: { path: ['/testing/', '/testing\\.ts$', '\\.test\\.tsx?$', '^(bench|e2e|scripts|testing)/'] },
    },
    {
      name: 'languages-are-known-by-their-index',
      comment: 'How a language works inside is its own affair: others come in by its index.',
      severity: 'error',
      from: {
        path: '^(app|authoring|components|conformance|lib)/',
        pathNot: '^lib/conductor/(muranopl|policy|software|lifecycle)/',
      },
      to: {
        path: '^lib/conductor/(muranopl|policy|software|lifecycle)/',
        pathNot: '^lib/conductor/(muranopl|muranopl/world|policy|software|lifecycle)/(index\\.ts$|testing/)',
      },
    },
    only(
      'lifecycle-is-pure',
      'Workflows decide what is done with instances; operations and what is kept go through their own ports.',
      '^lib/conductor/lifecycle/',
      ['^lib/conductor/lifecycle/', '^lib/(model|errors)/'],
    ),
    {
      name: 'lifecycle-touches-nothing',
      comment: 'No files, network, processes or clocks: time is a port.',
      severity: 'error',
      from: { path: '^lib/conductor/lifecycle/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { dependencyTypes: ['core'] },
    },
    only(
      'previews-know-no-runtime',
      'A prediction is made of the same languages and stacks as a run; what both need stands below both.',
      '^lib/conductor/preview/',
      ['^lib/conductor/(preview|language|problems|stacks)/', '^lib/ports/', '^lib/(formats|model|errors)/'],
    ),
    only(
      'workers-know-languages-alone',
      'What runs in a thread of its own needs languages and messages, nothing of the server.',
      '^lib/conductor/workers/',
      ['^lib/conductor/(workers|language|languages)/', '^lib/(ports|threads)/', '^lib/(model|errors)/'],
    ),
    only(
      'policy-checks-know-languages-alone',
      'What asks policies in a thread of its own needs the language, its files and classes, nothing of the server.',
      '^lib/conductor/policy-checks/',
      [
        '^lib/conductor/policy-checks/',
        '^lib/conductor/policy/index\\.ts$',
        '^lib/conductor/muranopl/world/index\\.ts$',
        '^lib/formats/(policy|hot)/',
        '^lib/(ports|threads)/',
        '^lib/(model|errors)/',
      ],
    ),
    only(
      'conductor-knows-its-ports',
      'Never a driver, never the database: the container hands them in. It knows the interface of a cloud alone.',
      '^lib/conductor/',
      ['^lib/conductor/', '^lib/(ports|formats|model|errors|logging|threads)/'],
      // Test benches put the real parts together.
      { fromNot: ['^lib/conductor/(runtime/)?testing/'] },
    ),
    only('software-stands-alone', 'What a component means is the same to every cloud.', '^lib/conductor/software/', [
      '^lib/conductor/software/',
      '^lib/(formats|model|errors)/',
    ]),
    only(
      'stack-engine-is-pure',
      'In which order a stack is made, changed and removed is decided apart from who keeps it: no database, network or clock.',
      '^lib/stack-engine/',
      ['^lib/stack-engine/', '^lib/(formats|model|errors)/'],
    ),
    {
      name: 'agents-stand-alone',
      comment: 'What runs on servers is small: it knows the formats on the wire and nothing of the server.',
      severity: 'error',
      from: { path: '^agent/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { path: '^(app|components|lib)/', pathNot: '^lib/(formats|model|errors)/' },
    },
    only(
      'cloud-drivers-stand-alone',
      'A driver translates foreign words at its own edge; it never calls up.',
      '^lib/cloud/',
      [
        '^lib/cloud/',
        '^lib/(ports|formats|model|errors|logging|crypto)/',
        '^lib/simulation/index\\.ts$',
        '^lib/stack-engine/index\\.ts$',
        '^lib/conductor/software/index\\.ts$',
        '^lib/db/(audit|client|columns|generated|leadership|prune|same-name|statement|transaction)',
      ],
      { fromNot: ['\\.openstack\\.ts$', '^lib/cloud/\\w+/testing/'] },
    ),
    {
      name: 'drivers-know-no-other',
      comment: 'What several drivers need lies beside their folders.',
      severity: 'error',
      from: {
        path: `^lib/cloud/(?!(?:${SHARED_BY_DRIVERS})/)([^/]+)/`,
        pathNot: ['\\.(test|openstack)\\.ts$', '/testing\\.ts$'],
      },
      to: { path: `^lib/cloud/(?!(?:${SHARED_BY_DRIVERS})/)[^/]+/`, pathNot: '^lib/cloud/$1/' },
    },
    {
      name: 'agents-know-no-driver',
      comment: 'Agents work on the machines of any driver; they know the inboxes of the kernel alone.',
      severity: 'error',
      from: { path: '^lib/cloud/agents/', pathNot: ['\\.test\\.ts$', '/testing/'] },
      to: { path: '^lib/cloud/', pathNot: '^lib/cloud/(agents|kernel)/' },
    },
    {
      name: 'the-kernel-knows-no-driver',
      comment:
        'Stacks and inboxes in the database are the same whatever a machine is: which resources there are is handed in.',
      severity: 'error',
      from: { path: '^lib/cloud/kernel/', pathNot: '\\.test\\.ts$' },
      to: { path: '^lib/cloud/', pathNot: '^lib/cloud/kernel/' },
    },
    {
      name: 'real-clouds-know-no-simulation',
      comment: 'What packages say about simulated machines is for the driver that simulates machines.',
      severity: 'error',
      from: { path: '^lib/cloud/(?!embedded/)' },
      to: { path: '^lib/simulation/' },
    },
    only(
      'simulation-is-pure',
      'Descriptions of simulated machines are read and carried out without database, network or clock; their expressions are YAQL, which is as pure.',
      '^lib/simulation/',
      ['^lib/simulation/', '^lib/(formats|model|errors)/'],
    ),
    only('db-is-storage', 'Repositories store; use cases decide.', '^lib/db/', [
      '^lib/(db|model|errors|logging|crypto)/',
      '^lib/ports/',
      '^lib/formats/',
    ]),
    only(
      'administration-knows-no-http',
      'What an administrator may do is said once, for every way in; metrics count and know nobody.',
      '^lib/(administration|metrics)/',
      [
        '^lib/(administration|metrics|catalog|db|model|formats|auth|crypto|errors|logging)/',
        // secrets of what is configured are sealed and masked as those of services are
        '^lib/environments/(context|services/secrets)\\.ts$',
        '^lib/conductor/index\\.ts$',
        '^lib/ports/',
      ],
    ),
    only(
      'use-cases-know-no-http',
      'What a user may do is said once, for every way in.',
      '^lib/(environments|catalog)/',
      [
        '^lib/(environments|catalog|db|model|formats|auth|crypto|errors|logging|threads)/',
        '^lib/simulation/index\\.ts$',
        '^lib/conductor/index\\.ts$',
        '^lib/ports/',
      ],
      // Test benches put the real parts together; what reads a format of packages knows the language they are written in.
      { fromNot: ['^lib/catalog/testing/', '^lib/catalog/formats/'] },
    ),
    {
      name: 'catalog-knows-no-use-case',
      comment: 'Packages are there before anyone asks for them; who may do what with them is a use case.',
      severity: 'error',
      from: { path: '^lib/(catalog|db|auth)/' },
      to: { path: '^lib/(environments|administration)/' },
    },
    only(
      'package-formats-know-their-language',
      'A format of packages is read for the catalog by what its language says of it.',
      '^lib/catalog/formats/',
      [
        '^lib/catalog/(catalog-package|icon)\\.ts$',
        '^lib/catalog/formats/',
        '^lib/conductor/(xml|muranopl|muranopl/world|software|lifecycle)/index\\.ts$',
        '^lib/simulation/index\\.ts$',
        '^lib/ports/',
        '^lib/(formats|model|errors)/',
      ],
    ),
    only('client-is-the-browser-side', 'What runs in a browser must not drag the server in.', '^lib/client/', [
      '^lib/(client|model)/',
      '^lib/api/contract\\.ts$',
    ]),
    {
      name: 'client-knows-endpoints-by-type',
      comment: 'Which addresses there are and what they answer is told to the compiler; nothing of it travels.',
      severity: 'error',
      from: { path: '^lib/client/', pathNot: '\\.test\\.ts$' },
      to: { path: '^lib/api/', dependencyTypesNot: ['type-only'] },
    },
    only('ui-kit-knows-no-domain', 'Primitives serve every feature.', '^components/ui/', ['^components/ui/']),
    only(
      'components-know-client-and-model',
      'The dashboard is a client of the API like everyone else.',
      '^components/',
      ['^components/', '^lib/(client|model)/'],
    ),
    {
      name: 'features-never-import-features',
      comment: 'A feature folder can be read alone; what two need moves to ui, status, forms or shell.',
      severity: 'error',
      from: { path: '^components/(?!ui|status|forms|shell)([^/]+)/' },
      to: { path: '^components/(?!ui|status|forms|shell|$1)[^/]+/' },
    },
    {
      name: 'routes-only-wire',
      comment: 'No queries, no effects in a route.',
      severity: 'error',
      from: { path: '^app/', pathNot: '\\.test\\.ts$' },
      to: { path: '^lib/(db|cloud|crypto|conductor)/' },
    },
    {
      name: 'container-has-two-entries',
      comment: 'Parts are handed in as arguments; one global would hide what depends on what.',
      severity: 'error',
      from: {
        path: '^(app|components|lib)/',
        pathNot: ['^lib/(api|container)/', '\\.test\\.ts$'],
      },
      to: { path: '^lib/container/' },
    },
    {
      name: 'pages-are-fetched-ahead-on-purpose',
      comment: "Next's own link prefetches the page of every link in the viewport.",
      severity: 'error',
      from: { path: '^(app|components)/', pathNot: '^components/ui/next-link\\.tsx$' },
      to: { path: 'node_modules/next/link\\.' },
    },
    fence('prisma-stays-in-db', 'One dialect, one place.', ['@prisma', 'pg'], ['^lib/db/']),
    fence(
      'metrics-library-stays-in-metrics',
      'Everybody else counts in our own words.',
      ['prom-client'],
      ['^lib/metrics/'],
    ),
    fence(
      'thread-pool-stays-in-threads',
      'Limits of time and memory, and what a thread may know of its process, are set in one place.',
      ['piscina'],
      ['^lib/threads/'],
    ),
    fence(
      'pattern-engine-stays-in-model',
      'What of a pattern is understood, and how long one may be, is decided in one place.',
      ['re2js'],
      ['^lib/model/pattern\\.ts$'],
    ),
    fence('dbos-stays-in-runtime', 'Durability is one folder.', ['@dbos-inc'], ['^lib/conductor/runtime/']),
    fence(
      'graph-library-stays-in-topology',
      'Everything else sees our own graph.',
      ['@xyflow'],
      ['^components/topology/'],
    ),
    fence(
      'ui-kit-stays-in-ui',
      'Features style our primitives, never raw kit parts.',
      ['@base-ui'],
      ['^components/ui/'],
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['lib/db/generated', '\\.next'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
