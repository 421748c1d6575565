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
 * One configuration makes the shop's scripts (`vite build`), those of the back office (`vite build --mode admin`) and
 * the page renderer (`vite build --ssr`). Two builds, so that nothing in the back office changes a byte of the shop's.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [leanFonts(), routerWithoutUnused(), react(), tailwind(), isSsrBuild ? inOneByte() : compressedBeside()],
  publicDir: false,
  build: isSsrBuild
    ? {
        outDir: 'dist/renderer',
        // One file, read at start: a build beside a running shop then takes nothing away from it.
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
                  // Without the page's name: those of all pages are in the first script, 600 bytes of it.
                  chunkFileNames: 'assets/[hash:7].js',
                },
              },
            }),
      },
  // The renderer carries its packages with it: production builds whatever NODE_ENV says, and one file to open at start.
  ...(isSsrBuild && { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }),
}))

const browserBuild = {
  manifest: true,
  // The Content-Security-Policy allows no data: scripts, and inlined fonts would be in every stylesheet.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
}

/** The weights that the styles name; those of bold text among them where the letters are not for titles alone. */
const WEIGHTS = {
  '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2': { min: 420, max: 460 },
  '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2': { min: 400, max: 700 },
}

/** Letters without the weights that no page uses: 103 → 72 kB, which a phone's first look fetches beside its first picture. */
function leanFonts(): Plugin {
  return {
    name: 'lean-fonts',
    config: async () => ({ resolve: { alias: await Promise.all(Object.entries(WEIGHTS).map(leanFont)) } }),
  }
}

/** Made once for each version of the file. */
async function leanFont([file, wght]: [string, { min: number; max: number }]): Promise<Alias> {
  const whole = readFileSync(createRequire(import.meta.url).resolve(file))
  const version = createHash('sha256').update(whole).update(JSON.stringify(wght)).digest('hex').slice(0, 12)
  const lean = join(import.meta.dirname, 'node_modules/.cache/fonts', version, basename(file))
  if (!existsSync(lean)) {
    mkdirSync(dirname(lean), { recursive: true })
    // Another build may be at it: a name that is there is a whole file.
    const unfinished = `${lean}.${process.pid}`
    const options = { targetFormat: 'woff2', keepAllGlyphs: true, variationAxes: { wght } } as const
    writeFileSync(unfinished, await subsetFont(whole, undefined, options))
    renameSync(unfinished, lean)
  }
  // Scripts ask for it with a query.
  return { find: new RegExp(`^${file.replaceAll('.', '\\.')}(?=\\?|$)`), replacement: lean }
}

type Modules = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/** Imported later, for the sake of the moment, not to be fetched later. */
const LATER = /node_modules\/react-dom\//

/** For lists that grow, on pages that are fetched later: only the package's index has it on every page. */
const SELDOM = /node_modules\/@tanstack\/.*\/(useInfiniteQuery|infiniteQueryObserver)\.js$/

/** What the entry imports is on every page, and weighs 5 kB less in one file than cut up by who else shares it. */
const groupOf = (id: string, modules: Modules) =>
  LATER.test(id) || (!SELDOM.test(id) && onEveryPage(id, modules)) ? 'shop' : null

function onEveryPage(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (id.endsWith(`/${ENTRY}`)) return true
  if (seen.has(id)) return false
  seen.add(id)
  return modules.getModuleInfo(id)?.importers.some((importer) => onEveryPage(importer, modules, seen)) ?? false
}

/**
 * The router names its components for debuggers by assignments, which keep every unused one of them in the page's
 * script, and its framework mode with them: 4 kB. What would watch it from outside, look for routes on the way or load
 * in another manner, and does none of it here: another two.
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
          .replace(/= (React\$1\.)?(forwardRef|createContext|memo)\(/g, '= /* @__PURE__ */ $1$2('),
        map: null,
      }),
    },
  }
}

/**
 * V8 keeps a script's text while any of it may still be compiled. Node gives it two bytes for each character as soon as
 * one is not of ASCII, be it a dash or a multiplication sign.
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
