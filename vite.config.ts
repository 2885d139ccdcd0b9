import { join, parse } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { filesOfScreens } from './src/app/build/files-of-screens.ts'
import { framesOfClients } from './src/app/build/frames-of-clients.ts'
import { scopedClassNames } from './src/app/build/scoped-class-names.ts'
import { sharedChunks } from './src/app/build/shared-chunks.ts'
import { themesIntoPage } from './src/app/build/themes-into-page.ts'
import { visitorStyles } from './src/app/build/visitor-styles.ts'
import { readClients } from './src/clients/clients.ts'
import { programVersion } from './src/server/program-version.ts'

/** The demonstration's, whatever clients the program will have. */
const clients = await readClients(new URL('./src/clients/configuration/', import.meta.url))

const root = join(import.meta.dirname, 'src/app/web')
const compressible = /\.(m?js|css|svg|html|json)$/

/**
 * The chunks that run before the program, in this order: src/web/early.ts, and the shapes of what the server sends
 * (src/contract), which are there half a second before React is.
 */
const earlyChunks = ['early', 'contract']

/** Smaller files are not compressed: they would not fit into fewer packets. */
const compressFromBytes = 1024

/** Runs the early chunks while the rest of the program is still being fetched. */
function runEarlyChunks(): Plugin {
  return {
    name: 'almoner-run-early-chunks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        earlyChunks.map(name => {
          const chunk = Object.values(bundle).find(file => file.type === 'chunk' && file.name === name)
          if (!chunk) throw new Error(`The build has no chunk ${name}.`)
          // Before the program: deferred scripts run in the order of the document.
          return {
            tag: 'script',
            attrs: { type: 'module', src: `/${chunk.fileName}` },
            injectTo: 'head-prepend' as const,
          }
        }),
    },
  }
}

/**
 * Writes `.br` and `.gz` beside each text file, so that the server need not compress.
 * index.html is excluded: the server fills in its placeholders at each request.
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

/**
 * Moves the style sheets to the start of the page, before all scripts, and after those of a visitor's home. The frame needs only
 * them and the font, and over HTTP/1.1 a browser opens no more than six connections at once.
 */
function stylesFirst(): Plugin {
  return {
    name: 'almoner-styles-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: html => {
        const links = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
        const rest = links.reduce((text, link) => text.replace(link, ''), html)
        return rest.replace('<head>', `<head>__FRAME_FILES__${links.join('')}`)
      },
    },
  }
}

/** Modules that nearly every screen needs. Those that home has are part of the program. */
const kit = [
  'web/ui/(actions|text/(?!Avatar|initials|FactGroups|size-label)|notices|navigation/(?!Tabs)|class-names)',
  'web/ui/progress/(?!Steps|TimeLine|ProgressBar)',
  'web/content/(BlockText|block-of|shell-content|content-in-page)',
  'web/session/(can|current-account)',
  'web/api/LoadFailure',
  'web/client-context/(advisor-word|client-english|SupportNotice)',
  'features/giving-season/domain/days-left',
  'features/charities/domain/charity-name',
  'features/fund-activity/balance-history.contract',
  'features/grants/domain/review-states',
  'features/home/(home.contract|member/(AccountLine|Lines))',
  'features/accounts/domain/account-status',
  'web/routing/paths',
]

/** What is evaluated before the program: the shapes of requests and responses, and the rules that they use. */
const earlyContract = [
  'domain/(?!account-roles|bank-holidays|clean-text|countries|currencies|fee-terms|phone-number|printed-letters|range-(?:presets|view)|reaches-threshold|read-date|us-states)',
  'contract/(?!audit-kinds|change-record|staff-queues|issue-sentences|refused-body|required-text|webauthn|factors|bot-check|contact-topics|currency|email-address|individual|link-token|notice-kinds|open-session|typed-text)',
  'web/policy',
]

/** Matches modules of src and of other folders by the beginning of their path. */
function modules(ofSource: readonly string[], ...others: readonly string[]): RegExp {
  const paths = [...ofSource.map(path => `src/${path}`), ...others]
  return new RegExp(`(${paths.join('|').replaceAll('/', '[\\\\/]')})`)
}

const shortName = (name: string) => name.replace(/~.*/, '')

/** Names a chunk for what a module of src imports, without the libraries: their parts that no one uses are reachable as well. */
function partOf(chunk: string, module: string): Rolldown.CodeSplittingNameFunction {
  const start = join(import.meta.dirname, 'src', module)
  const found = new Set<string>()
  return (id, context) => {
    const open = found.size > 0 ? [] : [start]
    for (const each of open) {
      if (found.has(each)) continue
      found.add(each)
      open.push(...(context.getModuleInfo(each)?.importedIds ?? []))
    }
    return id !== start && !id.includes('node_modules') && found.has(id) ? chunk : null
  }
}

/** The libraries of every page. */
const framework = /node_modules[\\/](react|react-dom|scheduler|@tanstack|use-sync-external-store)[\\/]/
/** Their parts that few screens use, and the first none. */
const rareFramework = /useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useBlocker/

const ofRouter = partOf('program', 'app/web/router.tsx')
const ofHome = partOf('program', 'features/home/load-home-page.ts')
const ofKit = modules(kit)

/** The entry with what only it imports, and the style sheets that are not a component's. */
const start =
  /src[\\/](web[\\/](styles\.ts|ui[\\/]global\.css|shell[\\/]frame\.css)|app[\\/]web[\\/](main|book-change|ScreenFailure)|clients[\\/].*\.css)/

/** What every page needs: the shell, and the parts of the kit that home has. */
const inProgram: Rolldown.CodeSplittingNameFunction = (id, context) =>
  start.test(id) ? 'program' : (ofRouter(id, context) ?? (ofKit.test(id) ? ofHome(id, context) : null))

export default defineConfig({
  root,
  publicDir: false,
  // The front end reports the version that it was built from (§3).
  define: { ALMONER_FRONT_END_VERSION: JSON.stringify(programVersion) },
  // The server replaces it with a new nonce in each response; React Aria reads it for its one <style>.
  html: { cspNonce: '__NONCE__' },
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ['en-US', 'en-GB'] }), enforce: 'pre' },
    themesIntoPage(),
    runEarlyChunks(),
    stylesFirst(),
    filesOfScreens(root),
    framesOfClients(root, Object.values(clients)),
    visitorStyles(),
    precompress(),
  ],
  css: { modules: scopedClassNames() },
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    manifest: true,
    // Each chunk has its own style sheet, so people do not fetch the styles of screens that they do not open.
    cssCodeSplit: true,
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: join(root, 'index.html'),
        early: join(import.meta.dirname, 'src/web/early.ts'),
      },
      output: {
        // A group of shared parts would have the names of all its screens.
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${shortName(parse(names[0] ?? '').name)}-[hash][extname]`,
        codeSplitting: {
          // Two chunks hold what every screen needs, so that the first screen takes few requests.
          groups: [
            { name: 'early', priority: 6, test: /src[\\/]web[\\/](early|session[\\/]early-request)/ },
            { name: 'contract', priority: 5, test: modules(earlyContract, 'node_modules/zod/') },
            {
              name: 'framework',
              priority: 4,
              test: id => framework.test(id) && !rareFramework.test(id),
            },
            // The rest of the first load, so that nothing below takes parts of it along.
            { debugName: 'program', name: inProgram, priority: 3 },
            { debugName: 'home', name: partOf('home', 'features/home/load-home-page.ts'), priority: 2 },
            // Home fetches the chart after its first screen.
            {
              name: 'chart',
              priority: 1,
              test: modules(['web/ui/charts', 'features/fund-activity/domain/balance-history']),
              includeDependenciesRecursively: false,
            },
            // A third of all screens: those with a list.
            {
              name: 'list',
              priority: 1,
              test: modules(['web/list/(?!ChangeHistory).*tsx?$']),
              includeDependenciesRecursively: false,
            },
            // What several screens share. Without their dependencies, which are in a chunk of their own choice.
            {
              debugName: 'shared',
              name: sharedChunks(
                join(root, 'main.tsx'),
                [join(import.meta.dirname, 'src/features/home/load-home-page.ts')],
                rareFramework,
              ),
              priority: 0,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
})
