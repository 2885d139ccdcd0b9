import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A TypeScript file; `imports` are the project's files that it imports, as paths from the root. */
export type SourceFile = { path: string; text: string; imports: readonly string[] }

// Matches import … from, export … from, import '…', import('…') and a type's import('…').T, over any number of lines.
const importPattern = /\bfrom\s*['"]([^'"\n]+)['"]|\bimport\s*\(?\s*['"]([^'"\n]+)['"]/g

/** Reads every TypeScript file of the folders, by default the program and its tests. Paths have slashes on every system. */
export function readSourceFiles(folders: readonly string[] = ['src']): SourceFile[] {
  return folders
    .flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        name => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    )
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
