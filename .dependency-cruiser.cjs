// Who may import whom. The picture of it is in README.md.

const TESTS = String.raw`(\.test\.tsx?$|/testing/)`
const NPM = 'node_modules/'

/** Layers of the dashboard from left to right; each may import only what stands left of it. */
const rightOf = {
  lib: 'files|simulation|messages|ui|api|domain|engines|widgets|features|app|control-panel',
  messages: 'files|simulation|ui|api|domain|engines|widgets|features|app|control-panel',
  files: 'simulation|ui|api|domain|engines|widgets|features|app|control-panel',
  ui: 'files|simulation|api|domain|engines|widgets|features|app|control-panel',
  api: 'ui|domain|engines|widgets|features|app|control-panel',
  simulation: 'ui|domain|engines|widgets|features|app|control-panel',
  domain: 'ui|engines|widgets|features|app|control-panel',
  engines: 'ui|widgets|features|app|control-panel',
  widgets: 'features|app|control-panel',
  features: 'app|control-panel',
  app: 'control-panel',
  'control-panel': 'engines|widgets|features|app',
}

/** Folders and files inside a room from top to bottom; each may import only what stands below it. Their READMEs say what they hold. */
const floors = {
  mocks: [
    'hosts',
    'cloud.ts',
    'lifecycle',
    'control',
    'replay',
    'faults',
    'worlds',
    'router',
    // Subjects
    'devices',
    'builds',
    'fleets',
    'os',
    'support',
    'third-party',
    'sign-in',
    'account',
    'organizations',
    'billing',
    'releases',
    'variables',
    // Ground
    'http',
    'access',
    'odata',
    'store',
    'platforms',
    'base',
  ],
  simulator: [
    'shell',
    'supervisor',
    'world',
    'explain',
    'views',
    'engine',
    'state',
    'device',
    'definition',
    'base',
  ],
  'src/domain': [
    'operations',
    'release',
    'device',
    'organization',
    'variable',
    'fleet',
    'billing',
    'account',
    'tags',
    'os-update',
    'platform',
    'access',
  ],
  'src/engines': ['capture', 'watches', 'activity', 'rollouts', 'history'],
}

/** Matches the files of these folders, and these files, of a room. */
const inside = (room, names) =>
  `^${room}/(${names.map((one) => (one.endsWith('.ts') ? `${one.replace('.', '\\.')}$` : `${one}/`)).join('|')})`

/** A room's path in the name of a rule. */
const name = (room) => room.replaceAll('/', '-')

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'Two files that need each other, if only for a type, are one file, or three.',
      {},
      { circular: true },
    ),
    forbid('no-unresolved', 'The import leads nowhere.', {}, { couldNotResolve: true, pathNot: '^virtual:' }),
    forbid(
      'no-undeclared-package',
      'The package is not in package.json.',
      {},
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),

    forbid(
      'openapi-imports-nothing',
      'The wire depends on no machine.',
      { path: '^openapi/' },
      { pathNot: '^openapi/' },
    ),

    forbid(
      'simulator-imports-itself-only',
      'Devices know no package, no DOM, no Node built-in and no other part of the project.',
      { path: '^simulator/', pathNot: TESTS },
      { pathNot: '^simulator/' },
    ),
    forbid(
      'simulator-tests-stay-inside',
      'A test beside a file needs only its neighbours; one that spans two folders belongs in tests/.',
      { path: `^simulator/.*${TESTS}` },
      { pathNot: ['^simulator/', NPM], dependencyTypesNot: ['core'] },
    ),

    ...Object.entries(floors).flatMap(([room, folders]) =>
      folders
        .slice(1)
        .map((folder, at) =>
          forbid(
            `${name(room)}-${folder}-imports-downwards`,
            folders.join(' → '),
            { path: inside(room, [folder]), pathNot: TESTS },
            { path: inside(room, folders.slice(0, at + 1)) },
          ),
        ),
    ),
    ...Object.entries(floors).map(([room, folders]) =>
      forbid(
        `${name(room)}-has-a-place-for-each-folder`,
        `A folder of ${room}/ that its order does not name: ${folders.join(' → ')}`,
        { path: `^${room}/`, pathNot: TESTS },
        { path: `^${room}/[^/]+/`, pathNot: [inside(room, folders), TESTS] },
      ),
    ),

    forbid(
      'mocks-import-simulator-wire-and-npm',
      'The cloud and the dashboard share only the contract; otherwise both would share one mistake and no test could see it.',
      { path: '^mocks/' },
      {
        pathNot: ['^(mocks|simulator|openapi/generated)/', NPM, '^virtual:msw'],
        dependencyTypesNot: ['core'],
      },
    ),
    forbid(
      'cloud-runs-anywhere',
      'Only the hosts and tests know where the cloud runs; below them there is no Node built-in.',
      { path: '^mocks/', pathNot: ['^mocks/hosts/', TESTS] },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'only-hosts-know-msw',
      'Below the hosts there is no MSW.',
      { path: '^mocks/', pathNot: '^mocks/hosts/' },
      { path: `${NPM}(msw|@mswjs/interceptors)/` },
    ),

    ...Object.entries(rightOf).map(([layer, right]) =>
      forbid(
        `src-${layer}-imports-leftwards`,
        'lib → messages → files, ui, api, simulation → domain → engines, widgets → features → app',
        { path: `^src/${layer}/` },
        { path: `^src/(${right})/` },
      ),
    ),
    forbid(
      'features-do-not-import-each-other',
      'What two features need sinks to domain/, ui/ or lib/, or meets in app/.',
      { path: '^src/features/([^/]+)/' },
      { path: '^src/features/', pathNot: '^src/features/$1/' },
    ),
    forbid(
      'engines-and-rules-run-without-react',
      'A script runs the engines, and nothing that they or the rules need draws anything.',
      { path: '^src/(domain|engines)/', pathNot: TESTS },
      { path: `${NPM}(react|react-dom|react-router|@mantine|@tabler)/` },
    ),
    forbid(
      'engines-reach-no-react',
      'A script runs the engines; what they import, however far, must not load React.',
      { path: '^src/engines/', pathNot: TESTS },
      { path: `${NPM}(react|react-dom|react-router|@mantine/[^/]+|@tanstack/react-query)/`, reachable: true },
    ),
    forbid(
      'wire-through-api-only',
      'The dashboard sees the contract through src/api, and that of the simulation through src/simulation.',
      { path: '^src/', pathNot: ['^src/api/', '^src/simulation/control-contract\\.ts$', TESTS] },
      { path: '^openapi/' },
    ),
    forbid(
      'src-knows-no-device',
      'The dashboard reaches devices through the cloud only.',
      { path: '^src/' },
      { path: '^(simulator|tests|e2e|scripts|bench)/' },
    ),
    forbid(
      'bootstrap-is-the-one-door',
      'src/bootstrap.ts alone may load the hosts of the mock cloud and the control panel.',
      { path: '^src/', pathNot: ['^src/bootstrap\\.ts$', '^src/control-panel/'] },
      { path: '^(mocks|src/control-panel)/' },
    ),
    forbid(
      'bootstrap-loads-hosts-only',
      'The door leads to mocks/hosts.',
      { path: '^src/bootstrap\\.ts$' },
      { path: '^mocks/', pathNot: '^mocks/hosts/' },
    ),
    forbid(
      'control-panel-speaks-the-control-api',
      'The panel talks to the world over the control API; it imports nothing of it.',
      { path: '^src/control-panel/' },
      { path: '^mocks/' },
    ),
    forbid(
      'the-door-opens-when-asked',
      'Mocks and panel are loaded dynamically, so that live mode never requests them.',
      { path: '^src/bootstrap\\.ts$' },
      { path: '^(mocks/hosts|src/control-panel)/', dynamic: false, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'src-ships-dependencies',
      'What the dashboard imports is a dependency, not a development tool.',
      { path: '^src/', pathNot: TESTS },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),

    forbid(
      'e2e-uses-the-browser',
      'A journey knows the path builder, the server of the build, and of scenarios only types.',
      { path: '^e2e/' },
      {
        pathNot: [
          '^e2e/',
          '^scripts/(build|static-server)\\.ts$',
          '^kit/world\\.ts$',
          NPM,
          '^src/lib/paths\\.ts$',
          '^mocks/worlds/',
          '^openapi/generated/control\\.d\\.ts$',
        ],
        dependencyTypesNot: ['core'],
      },
    ),
    forbid(
      'e2e-takes-types-of-scenarios',
      'A journey knows the path builder, and of scenarios only types.',
      { path: '^e2e/' },
      { path: '^mocks/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'the-kit-is-the-cloud',
      'What others import is the cloud and the wire; nothing of the dashboard.',
      { path: '^kit/' },
      { pathNot: ['^(kit|mocks|openapi/generated)/', NPM], dependencyTypesNot: ['core'] },
    ),
    forbid(
      'nothing-imports-tests',
      'Tests are the last to import.',
      { path: '^(openapi|simulator|mocks|src)/', pathNot: TESTS },
      { path: ['^(tests|e2e)/', TESTS] },
    ),
  ],
  options: {
    doNotFollow: { path: NPM },
    exclude: { path: '^(dist|shots|coverage)/' },
    // Without this, type-only imports would be invisible.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'browser', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
