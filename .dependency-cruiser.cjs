const { readdirSync } = require('node:fs')

/**
 * The rooms of the server, from the ground up: each may use those before it, and none after it. The files beside the
 * rooms (main, app, open-shop, shop, personal) put them together and may use all.
 */
const floors = [
  'platform',
  'http',
  'audit',
  'credentials',
  'staff',
  'settings',
  'page',
  'upload',
  'content',
  'network',
  'account',
  'post',
  'catalog',
  'cart',
  'compensation',
  'payout',
  'payment',
  'fulfillment',
  'order',
  'checkout',
  'return',
  'paper',
  'notice',
  'unpaid',
  'newsletter',
  'status',
  'mail',
  'order-management',
  'personal-data',
  'member-management',
  'month-management',
  'dashboard',
  'report',
  'sign-in',
  'demo',
  'verify',
  'backup',
  'command-line',
]

/** The rooms of the web, likewise; the files beside them (routes, entries, ShopApp, CartRoute) put them together. */
const webFloors = [
  'ui',
  'client',
  'page',
  'forms',
  'sign-in',
  'account',
  'points',
  'cart',
  'catalog',
  'order',
  'checkout',
  'post',
  'docs',
  'sales',
  'layout',
  'admin',
]

const zones = { server: floors, web: webFloors }
for (const [zone, rooms] of Object.entries(zones)) {
  const unplaced = readdirSync(`src/${zone}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !rooms.includes(entry.name))
    .map((entry) => entry.name)
  if (unplaced.length > 0) throw new Error(`Where do these of src/${zone} stand? Add: ${unplaced.join(', ')}`)
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment: 'The rules run anywhere and are proven by tests alone: no I/O, no framework, no clock.',
      severity: 'error',
      from: { path: '^src/domain', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^src/domain' },
    },
    {
      name: 'contract-knows-only-the-domain',
      comment: 'What crosses the wire must load in the browser and on the server alike.',
      severity: 'error',
      from: { path: '^src/contract', pathNot: '\\.test\\.ts$' },
      to: { path: '^src', pathNot: '^src/(contract|domain)' },
    },
    {
      name: 'server-never-imports-web',
      comment: 'The one crossing is server/page, which loads the built renderer and takes nothing but its types.',
      severity: 'error',
      from: { path: '^src/server', pathNot: '^src/server/page/' },
      to: { path: '^src/web' },
    },
    {
      name: 'page-takes-only-types-from-web',
      comment: 'The renderer is loaded as it was built, or by Vite in development.',
      severity: 'error',
      from: { path: '^src/server/page/' },
      to: { path: '^src/web', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-never-imports-server',
      comment: 'Nothing of the server may reach a browser; pages talk to it by the contract.',
      severity: 'error',
      from: { path: '^src/web' },
      to: { path: '^(src/server|db|bench|test)' },
    },
    {
      name: 'pages-do-without-the-validator',
      comment: 'Schemas weigh on every page that loads them; only the areas of forms take them as values.',
      severity: 'error',
      from: { path: '^src/web', pathNot: '^src/web/(account|admin|checkout|sign-in|sales|forms|post/use-post-form)' },
      to: {
        path: '^src/contract',
        pathNot:
          '^src/contract/(limits|messages|form-messages|page-messages|order-labels|order-queues|orders-of-figures|suspicion-kinds|license-labels|month-labels|open-business-labels|report-labels|income-labels|timeline-labels|volume-labels|waiting-labels|page-tags|paths|newsletter-link|admin-paths|permissions)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    ...floors.map((room) => ({
      name: `queries-of-${room}-stay-there`,
      comment: 'Rooms speak to each other by verbs: SQL has one owner.',
      severity: 'error',
      from: { pathNot: `^src/server/${room}/` },
      to: { path: `^src/server/${room}/.*\\.queries\\.ts$`, dependencyTypesNot: ['type-only'] },
    })),
    ...Object.entries(zones).flatMap(([zone, rooms]) =>
      rooms.map((room, floor) => ({
        name: `${zone}-${room}-uses-only-what-is-below`,
        comment: 'No circle of rooms: see `floors` and `webFloors`.',
        severity: 'error',
        from: { path: `^src/${zone}/${room}/`, pathNot: '\\.test\\.tsx?$' },
        to: { path: `^src/${zone}/(?:${[...rooms.slice(floor + 1).map((above) => `${above}/`), '[^/]+$'].join('|')})` },
      })),
    ),
    {
      name: 'telemetry-is-loaded-when-it-is-asked-for',
      comment:
        'Whoever does not trace does not pay for it: one file knows the packages, and it is imported dynamically.',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/server/platform/tracing/open-telemetry\\.ts$' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'what-takes-two-people-is-asked-of-two',
      comment: 'Staff close and pay months and publish plans by the verbs that ask passApproval.',
      severity: 'error',
      from: {
        path: '^src/server',
        pathNot: '\\.test\\.ts$|^src/server/(demo/|payout/|compensation/(close|plan)/)',
      },
      to: {
        path: '^src/server/(compensation/(close/close-month|plan/save-plan)|payout/pay-month)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'packed-pages-have-one-door',
      comment: 'Compression, holes and CRCs are understood in one place: see src/server/page/packed/README.md.',
      severity: 'error',
      from: { pathNot: '^src/server/page/packed/' },
      to: { path: '^src/server/page/packed/(?!index\\.ts$)' },
    },
    {
      name: 'tests-stay-out',
      comment: 'What runs for customers does not depend on tests or benches.',
      severity: 'error',
      from: { path: '^(src|scripts|db)', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'the-studio-stands-alone',
      comment: 'It draws the pictures with packages that the shop does not install.',
      severity: 'error',
      from: { pathNot: '^studio/' },
      to: { path: '^studio/' },
    },
    {
      name: 'no-circles',
      comment: 'A circle has no order to be read in.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
