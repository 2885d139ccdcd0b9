import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Manifest, type Plugin, parseSync } from 'vite'
import { z } from 'zod'

/**
 * Writes `screens.json`: the files of each screen beyond those that every page loads, `{ "/faq": ["assets/FaqPage-….js", …] }`,
 * and under `visitor` what visitors see at home.
 * The server names them in the page, so that the browser fetches them beside the program instead of after it.
 */
export function filesOfScreens(root: string): Plugin {
  return {
    name: 'almoner-files-of-screens',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const manifest: Manifest = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8'))
      const addFiles = (key: string, files: Set<string>): Set<string> => {
        const chunk = manifest[key]
        if (!chunk || files.has(chunk.file)) return files
        for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
        for (const imported of chunk.imports ?? []) addFiles(imported, files)
        return files
      }
      const page = readFileSync(join(dir, 'index.html'), 'utf8')
      const ofEveryPage = new Set([...page.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, file]) => file))
      const screens: Record<string, string[]> = {}
      const ofTable = addFiles(rareTable, new Set())
      if (!ofTable.size) this.error('The build has no chunk for the rarely used screens.')
      for (const { path, source, table } of [
        ...screenSources(root, 'screens.ts'),
        ...screenSources(root, rareTable),
      ]) {
        if (!manifest[source]) this.error(`The build has no chunk for ${source}, the screen of ${path}.`)
        const files = addFiles(source, new Set(table === rareTable ? ofTable : []))
        screens[path] = [...files].filter(file => !ofEveryPage.has(file))
      }
      screens.visitor = [...addFiles(visitorHome, new Set())].filter(
        file => !ofEveryPage.has(file) && !screens['/']?.includes(file),
      )
      if (!screens.visitor.length) this.error('The build has no files for the visitor’s home.')
      if (!screens['/']?.length) this.error('The build has no files for the home screen.')
      writeFileSync(join(dir, 'screens.json'), JSON.stringify(screens))
      // It names source files, and nothing else needs it.
      rmSync(join(dir, '.vite'), { recursive: true })
    },
  }
}

/** Named as in Vite's manifest, like the sources of screens. */
const visitorHome = '../../features/home/VisitorHome.tsx'

const rareTable = 'rare-screens.ts'

/** Each path in a table of src/app/web with the module that it imports, named as in Vite's manifest: relative to the root. */
function screenSources(root: string, table: string): { path: string; source: string; table: string }[] {
  const file = join(root, table)
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  return findNodes(program, 'Property').flatMap(property =>
    findNodes(property, 'ImportExpression').map(imported => {
      const { key } = z.object({ key: literal }).parse(property)
      const { source } = z.object({ source: literal }).parse(imported)
      // A screen beside the table is named without the dot.
      return { path: key.value, source: source.value.replace(/^\.\//, ''), table }
    }),
  )
}

const literal = z.object({ value: z.string() })

/** All nodes of one type in a syntax tree. */
function findNodes(node: unknown, type: string): object[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap(child => findNodes(child, type))
  return 'type' in node && node.type === type ? [node, ...below] : below
}
