import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import subsetFont from 'subset-font'
import { type Alias, defineConfig, type Plugin } from 'vite'

const ENTRY = 'src/web/entry.client.tsx'
const EARLY = 'src/web/early.client.ts'
const ADMIN_ENTRY = 'src/web/admin/entry.client.tsx'

/**
 * Builds the shop's scripts (`vite build`), the back office's (`vite build --mode admin`) and the page renderer (`vite
 * build --ssr`). Two client builds, so that nothing in the back office changes a byte of the shop's.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [
    leanFonts(),
    leanIcons(),
    routerWithoutUnused(),
    react(),
    tailwind(),
    isSsrBuild ? inOneByte() : compressedBeside(),
  ],
  publicDir: false,
  build: isSsrBuild
    ? {
        outDir: 'dist/renderer',
        // One file, read at startup, so that a build does not break a running shop.
        rolldownOptions: { input: 'src/web/entry.server.tsx', output: { codeSplitting: false } },
      }
    : {
        ...browserBuild,
        ...(mode === 'admin'
          ? { outDir: 'dist/admin', rolldownOptions: { input: ADMIN_ENTRY } }
          : {
              outDir: 'dist/web',
              rolldownOptions: {
                input: [ENTRY, EARLY],
                output: {
                  codeSplitting: { groups: [{ name: groupOf }] },
                  // Omits the page's name: the first script lists all of them, which would add 600 bytes.
                  chunkFileNames: 'assets/[hash:7].js',
                },
              },
            }),
      },
  // The renderer bundles its packages: React's production build regardless of NODE_ENV, and only one file to open at
  // startup.
  ...(isSsrBuild && { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
}))

const browserBuild = {
  manifest: true,
  // The Content-Security-Policy forbids data: scripts, and inlined fonts would be in every stylesheet.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
}

/** Font weights that the styles use, including those of bold text if the font is not only for titles. */
const WEIGHTS = {
  '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2': { min: 420, max: 460 },
  '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2': { min: 420, max: 460 },
  '@fontsource-variable/jost/files/jost-latin-wght-normal.woff2': { min: 420, max: 460 },
  '@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2': { min: 420, max: 460 },
  '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2': { min: 400, max: 700 },
}

/**
 * Fonts without the weights that no page uses: 103 → 72 kB, which a phone's first page load fetches along with its
 * first picture.
 */
function leanFonts(): Plugin {
  return {
    name: 'lean-fonts',
    config: async () => ({ resolve: { alias: await Promise.all(Object.entries(WEIGHTS).map(leanFont)) } }),
  }
}

/** Created once for each version of the file. */
async function leanFont([file, wght]: [string, { min: number; max: number }]): Promise<Alias> {
  const whole = readFileSync(createRequire(import.meta.url).resolve(file))
  const version = createHash('sha256').update(whole).update(JSON.stringify(wght)).digest('hex').slice(0, 12)
  const lean = join(import.meta.dirname, 'node_modules/.cache/fonts', version, basename(file))
  if (!existsSync(lean)) {
    mkdirSync(dirname(lean), { recursive: true })
    // Another build may be writing it concurrently: the rename makes sure that an existing file is complete.
    const unfinished = `${lean}.${process.pid}`
    const options = { targetFormat: 'woff2', keepAllGlyphs: true, variationAxes: { wght } } as const
    writeFileSync(unfinished, await subsetFont(whole, undefined, options))
    renameSync(unfinished, lean)
  }
  // Scripts import it with a query.
  return { find: new RegExp(`^${file.replaceAll('.', '\\.')}(?=\\?|$)`), replacement: lean }
}

type Modules = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/** Imported dynamically to delay execution, not to delay the download. */
const LATER = /node_modules\/react-dom\//

/** Used by lists that grow, on pages that load later; only the package's index pulls it into every page. */
const SELDOM = /node_modules\/@tanstack\/.*\/(useInfiniteQuery|infiniteQueryObserver)\.js$/

/** Small modules of nearly every page: a file each would be larger than what they add to the common one. */
const NEARLY_EVERYWHERE =
  /\/src\/web\/ui\/Breadcrumb\.tsx$|\/lucide-react\/.*\/icons\/(?:check|triangle-exclamation-point)\.mjs$/

/**
 * Modules that the entry imports are on every page, and are 5 kB smaller in one file than split by which other chunks
 * share them.
 */
const groupOf = (id: string, modules: Modules) =>
  LATER.test(id) || NEARLY_EVERYWHERE.test(id) || (!SELDOM.test(id) && onEveryPage(id, modules)) ? 'shop' : null

function onEveryPage(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (id.endsWith(`/${ENTRY}`)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return modules.getModuleInfo(id)?.importers.some((importer) => onEveryPage(importer, modules, seen)) ?? false
}

/** Icons without the library's contexts and options: 1.4 kB less on every page, and less to render. */
const leanIcons = (): Plugin => ({
  name: 'lean-icons',
  config: () => ({
    resolve: {
      alias: [{ find: '../createLucideIcon.mjs', replacement: join(import.meta.dirname, 'src/web/ui/create-icon.ts') }],
    },
  }),
})

/** Functions that only the router's forms, fetchers and lazy route discovery call; no page has any of them. */
const UNUSED_FUNCTIONS = [
  'handleAction',
  'fetch',
  'handleFetcherAction',
  'handleFetcherLoader',
  'discoverRoutes',
  'cancelDiscoveryNavigation',
  'patchRoutes',
]
const UNUSED_BODIES = new RegExp(
  `^(\\t(?:async )?function (?:${UNUSED_FUNCTIONS.join('|')})\\(.*\\) )\\{$[\\s\\S]*?^\\t\\}$`,
  'gm',
)

/**
 * The router assigns component names for debuggers, which keeps every unused component in the page's script along with
 * its framework mode: 4 kB. Removing what no page uses saves another six: instrumentation, lazy route discovery,
 * alternative loading, forms, fetchers, previews of future versions and warnings for developers.
 */
function routerWithoutUnused(): Plugin {
  return {
    name: 'router-without-unused',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\// },
      handler: (code) => ({
        code: code
          .replace(/^(\w+)\.displayName = .*;$/gm, '')
          .replace(/\binit\.(instrumentations|patchRoutesOnNavigation|dataStrategy)\b/g, 'undefined')
          .replace(/\bif \(isFogOfWar\)/g, 'if (false)')
          .replace(UNUSED_BODIES, '$1{}')
          .replace('if (!opts || !isSubmissionNavigation(opts)) return', 'return')
          .replace(/\bfuture\.unstable_\w+/g, 'false')
          .replace(/^function (warning(?:Once)?)\(/gm, '/* @__NO_SIDE_EFFECTS__ */ function $1(')
          .replace(/= (React\$1\.)?(forwardRef|createContext|memo)\(/g, '= /* @__PURE__ */ $1$2('),
        map: null,
      }),
    },
  }
}

/**
 * V8 keeps a script's source while any of it may still be compiled. Node stores two bytes per character as soon as one
 * is not ASCII, such as a dash or a multiplication sign.
 */
function inOneByte(): Plugin {
  return {
    name: 'in-one-byte',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        chunk.code = chunk.code.replace(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
      }
    },
  }
}

/** Writes .gz and .br next to every text asset, so that no request waits for a compressor. */
function compressedBeside(): Plugin {
  return {
    name: 'compressed-beside',
    apply: 'build',
    writeBundle({ dir }) {
      const assets = join(dir ?? 'dist/web', 'assets')
      for (const name of readdirSync(assets)) {
        if (!/\.(js|css|svg)$/.test(name)) continue
        const content = readFileSync(join(assets, name))
        writeFileSync(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }))
        writeFileSync(join(assets, `${name}.br`), brotliCompressSync(content))
      }
    },
  }
}
