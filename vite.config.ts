import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { programVersion } from './src/server/program-version.ts'

const themesFolder = join(import.meta.dirname, 'src/clients/themes')
const compressible = /\.(js|css|svg|html|json)$/

/** Files below this stay as they are: compressed they would not fit fewer packets. */
const compressFromBytes = 1024

/**
 * Writes `.br` and `.gz` beside each text file, so that the server spends nothing on compression.
 * index.html is left out: the server fills in its placeholders at each request.
 */
function precompress(): Plugin {
  return {
    name: 'almoner-precompress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!compressible.test(fileName) || fileName.endsWith('index.html')) continue
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          if (content.length < compressFromBytes) continue
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          }
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.br`,
            source: brotliCompressSync(content, { params }),
          })
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.gz`,
            source: gzipSync(content, { level: 9 }),
          })
        }
      },
    },
  }
}

/** Every client that has a theme. */
function themedClients(): string[] {
  const files = readdirSync(themesFolder).filter(name => name.endsWith('.css') && name !== 'base.css')
  return files.map(name => basename(name, '.css'))
}

/**
 * Takes the themes out of the style sheet that everybody fetches, for nobody sees more than one: `themes.json` has each client's
 * block, and the server writes that of the client into the page, where the placeholder `__THEME__` stands. Nothing is fetched for it.
 */
function themesIntoPage(): Plugin {
  return {
    name: 'almoner-themes-into-page',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        { tag: 'style', attrs: { nonce: '__NONCE__' }, children: '__THEME__', injectTo: 'head' },
      ],
    },
    generateBundle(_options, bundle) {
      const themes: Record<string, string> = {}
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue
        file.source = file.source
          .toString()
          .replaceAll(/\[data-client=["']?([\w-]+)["']?\]\{[^{}]*\}/g, (block, client) => {
            themes[client] = block
            return ''
          })
      }
      for (const client of themedClients())
        if (!themes[client]) this.error(`The theme of ${client} was not found in the style sheet.`)
      this.emitFile({ type: 'asset', fileName: 'themes.json', source: JSON.stringify(themes) })
    },
  }
}

/**
 * Says what each screen is made of, beyond what every page loads: `screens.json`, `{ "/faq": ["assets/FaqPage-….js", …] }`. The
 * server names these files in the page, so that the browser fetches them beside the program instead of after it.
 */
function filesOfScreens(): Plugin {
  const table = join(import.meta.dirname, 'src/app/web/screens.ts')
  return {
    name: 'almoner-files-of-screens',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
      const filesOf = (fileName: string, seen = new Set<string>()): Set<string> => {
        const chunk = byName.get(fileName)
        if (!chunk || seen.has(fileName)) return seen
        seen.add(fileName)
        for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(sheet)
        for (const imported of chunk.imports) filesOf(imported, seen)
        return seen
      }
      const everywhere = filesOf(chunks.find(chunk => chunk.isEntry)?.fileName ?? '')
      const screens: Record<string, string[]> = {}
      // A row of the table: its address, and the file that it fetches.
      for (const [, path = '', , file = ''] of readFileSync(table, 'utf8').matchAll(
        /^ {2}'(\/[^']*)': \{((?!^ {2}\}).)*?import\('([^']+)'\)/gms,
      )) {
        const screen = resolve(dirname(table), file)
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(screen))
        if (!chunk) this.error(`${file}, the screen of ${path}, was not found in the build.`)
        screens[path] = [...filesOf(chunk.fileName)].filter(name => !everywhere.has(name))
      }
      if (!screens['/']?.length) this.error('The files of home were not found in the build.')
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(screens) })
    },
  }
}

/** What nearly every screen needs: one file for all of it. What only some need is left to them. */
const kit = [
  'web/ui/(actions|text|notices|navigation|table|class-names)',
  'web/ui/progress/(?!Steps|TimeLine|ProgressBar)',
  'web/ui/sections/(?!Statement|Reader|Chapter)',
  'web/content/(BlockText|block-of|shell-content)',
  'web/session/(can|current-account)',
  'features/charities/domain/charity-name',
  'features/grants/domain/grant-status',
  'features/pages/shell.contract',
  'domain/',
  'contract/(?!audit-kinds)',
]

export default defineConfig({
  root: 'src/app/web',
  publicDir: false,
  // §3: the front end knows its own version, as it was when it was built.
  define: { ALMONER_FRONT_END_VERSION: JSON.stringify(programVersion) },
  // The server replaces it with a fresh nonce in each answer; React Aria reads it for its one <style>.
  html: { cspNonce: '__NONCE__' },
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ['en-US', 'en-GB'] }), enforce: 'pre' },
    themesIntoPage(),
    filesOfScreens(),
    precompress(),
  ],
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    // Each file's styles beside it, and fetched before its code runs: nobody fetches those of the screens that they do not open.
    cssCodeSplit: true,
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few requests for the first screen: what each screen needs in two files, what some need in files of their own.
          groups: [
            {
              name: 'framework',
              priority: 2,
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack|use-sync-external-store|zod)[\\/]|rolldown[\\/]runtime/,
            },
            {
              name: 'kit',
              priority: 1,
              test: new RegExp(`src[\\\\/](${kit.join('|').replaceAll('/', '[\\\\/]')})`),
            },
          ],
        },
      },
    },
  },
})
