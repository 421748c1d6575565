const { readdirSync } = require('node:fs')

/**
 * Modules of the server by tier, lowest first. A module may import lower tiers, and within its tier the modules in its
 * list. A folder named `admin` shows staff what other modules know about its subject, so it is in a higher tier than the
 * rest of its module. Files directly in `src/server` combine the modules and may import all of them.
 */
const serverTiers = [
  { platform: [] },
  { http: [] },
  { identity: [] },
  {
    content: [],
    network: [],
    stock: [],
    customers: ['content', 'network'],
    posts: ['content', 'customers'],
    catalog: ['content', 'posts'],
  },
  { compensation: [], cart: [], orders: ['compensation'], checkout: ['cart', 'orders'] },
  {
    privacy: [],
    demo: [],
    operations: ['privacy'],
    messages: [],
    mail: ['operations', 'messages'],
    'orders/admin': ['mail'],
    'customers/admin': ['mail'],
    reporting: ['mail', 'messages', 'orders/admin', 'customers/admin'],
    setup: ['demo', 'operations', 'mail', 'reporting'],
    cli: ['privacy', 'demo', 'operations', 'mail', 'orders/admin', 'customers/admin', 'reporting'],
  },
]

/** Modules of the web, by the same rule. Files directly in `src/web` and `src/web/admin` combine them. */
const webTiers = [
  { ui: [] },
  { api: [] },
  { page: [], forms: [], 'rich-text': [] },
  { 'account/sign-in': [], 'account/profile': ['account/sign-in'], 'account/points': ['account/profile'] },
  { 'account/orders': [], 'account/sales': [], 'shop/cart': [] },
  {
    'shop/catalog': [],
    'shop/checkout': [],
    'shop/contact': [],
    'shop/docs': [],
    'shop/posts': ['shop/catalog'],
    'shop/content': ['shop/catalog', 'shop/contact', 'shop/posts'],
    'shop/layout': ['shop/catalog'],
  },
  { 'admin/ui': ['admin/api'], 'admin/api': ['admin/ui'] },
  { 'admin/shared': [], 'admin/frame': [], 'admin/sign-in': [] },
  {
    'admin/audit': [],
    'admin/dashboard': [],
    'admin/fulfillment': [],
    'admin/mail': [],
    'admin/network': [],
    'admin/posts': [],
    'admin/reports': [],
    'admin/status': [],
    'admin/stock': [],
  },
  { 'admin/orders': [], 'admin/products': [], 'admin/categories': [] },
  { 'admin/payments': [], 'admin/months': ['admin/payments'], 'admin/staff': ['admin/months'] },
  {
    'admin/settings': [],
    'admin/content': ['admin/settings'],
    'admin/setup': [],
    'admin/newsletters': ['admin/settings'],
    'admin/customers': ['admin/newsletters'],
  },
  { 'admin/messages': [] },
]

/** These modules are split into folders that share their queries. */
const sharedQueries = ['compensation']

const tests = '\\.test\\.tsx?$'
/** Run pages with the server behind them. */
const pageTests = '\\.page\\.test\\.tsx$'

/** Rules that keep each module of `area` to its row of the table; a folder without a row is an error. */
function tierRules(area, tiers) {
  const modules = tiers.flatMap(Object.keys)
  const inner = (module) => modules.filter((other) => other.startsWith(`${module}/`))
  const pathOf = (module) => {
    const own = inner(module).map((other) => `${other.slice(module.length + 1)}/`)
    return `^src/${area}/${module}/${own.length ? `(?!${own.join('|')})` : ''}`
  }
  const groups = new Set(modules.filter((module) => module.includes('/')).map((module) => module.split('/')[0]))
  const folders = readdirSync(`src/${area}`, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(`src/${area}/`.length))
  const unlisted = folders.filter(
    (folder) => !modules.some((module) => folder === module || folder.startsWith(`${module}/`)) && !groups.has(folder),
  )
  if (unlisted.length > 0) throw new Error(`Add to the tiers of src/${area}: ${unlisted.join(', ')}`)

  return tiers.flatMap((tier, height) =>
    Object.entries(tier).map(([module, allowed]) => {
      const forbidden = tiers
        .slice(height)
        .flatMap(Object.keys)
        .filter((other) => other !== module && !allowed.includes(other))
      return {
        name: `${area}-${module.replace('/', '-')}-imports-lower-tiers`,
        comment: 'A module imports lower tiers, and within its tier what the table allows.',
        severity: 'error',
        from: { path: pathOf(module), pathNot: tests },
        to: { path: [...forbidden.map(pathOf), `^src/${area}/(?:admin/)?[^/]+$`] },
      }
    }),
  )
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment: 'Domain rules have no I/O, framework or clock.',
      severity: 'error',
      from: { path: '^src/domain', pathNot: tests },
      to: { pathNot: '^src/domain' },
    },
    {
      name: 'contract-imports-only-the-domain',
      comment: 'The contract loads in the browser and on the server.',
      severity: 'error',
      from: { path: '^src/contract', pathNot: tests },
      to: { path: '^src', pathNot: '^src/(contract|domain)' },
    },
    {
      name: 'server-does-not-import-web',
      comment: 'server/http/pages loads the built renderer, or Vite in development, and imports only its types.',
      severity: 'error',
      from: { path: '^src/server', pathNot: '^src/server/http/pages/' },
      to: { path: '^src/web' },
    },
    {
      name: 'pages-import-only-types-of-web',
      severity: 'error',
      from: { path: '^src/server/http/pages/' },
      to: { path: '^src/web', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-does-not-import-server',
      comment: 'Pages call the server through the contract.',
      severity: 'error',
      from: { path: '^src/web', pathNot: pageTests },
      to: { path: '^(src/server|db|bench|test)' },
    },
    {
      name: 'pages-load-no-schemas',
      comment: 'Schemas add the validator to every page of the shop that imports them; only forms need it.',
      severity: 'error',
      from: {
        path: '^src/web',
        pathNot:
          '^src/web/(account/(sign-in|profile|sales)/|shop/checkout/|shop/contact/|shop/posts/use-post-form|forms/|admin/)|\\.page\\.test\\.tsx$',
      },
      to: {
        path: '^src/contract/',
        pathNot:
          '^src/contract/((paths|admin-paths|admin-call-paths|permissions|page-tags)|base/(limits|messages|form-messages|page-messages)|.*labels|compensation/review-flag-kinds|mail/newsletter-link|orders/queues|reporting/order-list-path)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'queries-stay-in-their-folder',
      comment: 'Each table has one folder whose use cases the others call. A test may read any table.',
      severity: 'error',
      from: { path: '^(.+)/[^/]+$', pathNot: `${tests}|^src/server/(${sharedQueries.join('|')})/` },
      to: { path: '\\.queries\\.ts$', pathNot: '^$1/[^/]+$', dependencyTypesNot: ['type-only'] },
    },
    ...sharedQueries.map((module) => ({
      name: `queries-stay-in-${module}`,
      severity: 'error',
      from: { path: `^src/server/${module}/` },
      to: { path: '\\.queries\\.ts$', pathNot: `^src/server/${module}/`, dependencyTypesNot: ['type-only'] },
    })),
    ...tierRules('server', serverTiers),
    ...tierRules('web', webTiers),
    {
      name: 'back-office-shares-no-pages',
      comment:
        'The back office uses the shared parts; of the account, only how a level is shown and the fields of a sign-in.',
      severity: 'error',
      from: { path: '^src/web/admin/', pathNot: pageTests },
      to: {
        path: '^src/web/(account|shop)/',
        pathNot: '^src/web/account/(sales/Level|sign-in/(PasswordFields|use-second-factor-step))\\.tsx?$',
      },
    },
    {
      name: 'telemetry-loads-on-demand',
      comment: 'Only one file, imported dynamically, knows the packages: without tracing they are not loaded.',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/server/platform/tracing/open-telemetry\\.ts$' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'actions-of-two-people-need-an-approval',
      comment: 'Staff close and pay months and publish plans through the use cases that consume an approval.',
      severity: 'error',
      from: {
        path: '^src/server',
        pathNot: `${tests}|^src/server/(demo/|compensation/(close|payouts|plan)/)`,
      },
      to: {
        path: '^src/server/compensation/(close/close-month|payouts/pay-month|plan/save-plan)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'packed-pages-have-one-entry-point',
      comment: 'src/server/http/pages/packed/README.md explains compressed pages with placeholders.',
      severity: 'error',
      from: { pathNot: '^src/server/http/pages/packed/' },
      to: { path: '^src/server/http/pages/packed/(?!index\\.ts$)' },
    },
    {
      name: 'programs-do-not-import-tests',
      severity: 'error',
      from: { path: '^(src|scripts|db)', pathNot: tests },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'studio-is-separate',
      comment: 'studio draws the pictures with packages that the shop does not install.',
      severity: 'error',
      from: { pathNot: '^studio/' },
      to: { path: '^studio/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'imports-resolve', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}
