import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A TypeScript file under src; `imports` are the project's files that it imports, as paths from the root. */
export type SourceFile = { path: string; text: string; imports: readonly string[] }

// Matches import … from, export … from, import '…', import('…') and a type's import('…').T, over any number of lines.
const importPattern = /\bfrom\s*['"]([^'"\n]+)['"]|\bimport\s*\(?\s*['"]([^'"\n]+)['"]/g

/** Reads every TypeScript file of the program and its tests. Paths have slashes on every system. */
export function readSourceFiles(): SourceFile[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map(name => `src/${name.replaceAll('\\', '/')}`)
    .filter(path => /\.tsx?$/.test(path))
    .sort()
    .map(path => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, imports: importsOf(path, text) }
    })
}

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(importPattern)]
    .map(([, from, bare]) => from ?? bare ?? '')
    .filter(target => target.startsWith('.'))
    .map(target => normalize(join(dirname(path), target.split('?')[0] ?? '')).replaceAll('\\', '/'))
}

export const isTest = ({ path }: Pick<SourceFile, 'path'>) => /\.test\.tsx?$/.test(path)
