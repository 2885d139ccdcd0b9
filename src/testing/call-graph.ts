import { dirname, join } from 'node:path/posix'
import type { SourceFile } from './source-files.ts'

/** A declaration at the top of a file, with the text that it may run. */
export type Declaration = { path: string; name: string; text: string }

/**
 * Which declarations a piece of source text may come to, over the names that it and they mention, through all files. It reads names, not
 * types: what is mentioned counts as called. Its files are formatted, so that a declaration begins in the first column.
 */
export function callGraph(files: readonly SourceFile[]) {
  const known = new Map(files.map(file => [file.path, partsOf(file)]))
  const find = (path: string, name: string): Declaration | undefined => {
    const file = known.get(path)
    if (!file) return
    const own = file.declarations.get(name)
    if (own) return own
    const imported = file.imported.get(name)
    return imported && find(imported.path, imported.name)
  }
  const mentionedBy = ({ path, text }: Pick<Declaration, 'path' | 'text'>) =>
    [...text.matchAll(/(?<![\w.$'])[A-Za-z_]\w*/g)].flatMap(([name]) => find(path, name) ?? [])
  const mentioned = new Map<Declaration, readonly Declaration[]>()
  return {
    declarations: [...known.values()].flatMap(({ declarations }) => [...declarations.values()]),
    /** What the text, which stands in the file of this path, may come to. */
    reach(path: string, text: string): ReadonlySet<Declaration> {
      const reached = new Set<Declaration>()
      const waiting = mentionedBy({ path, text: withoutComments(text) })
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        if (reached.has(next)) continue
        reached.add(next)
        const others = mentioned.get(next) ?? mentionedBy(next)
        mentioned.set(next, others)
        waiting.push(...others)
      }
      return reached
    },
  }
}

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

type Parts = {
  imported: ReadonlyMap<string, { path: string; name: string }>
  declarations: ReadonlyMap<string, Declaration>
}

const knownParts = new WeakMap<SourceFile, Parts>()

function partsOf(file: SourceFile): Parts {
  const parts = knownParts.get(file) ?? readParts(file)
  knownParts.set(file, parts)
  return parts
}

function readParts({ path, text }: SourceFile): Parts {
  const code = withoutComments(text)
  const imported = new Map<string, { path: string; name: string }>()
  for (const [, names = '', from = ''] of code.matchAll(/^(?:im|ex)port \{([^}]*)\} from '(\.[^']+)'/gm))
    for (const each of names.split(',')) {
      const [name = '', local = name] = each.trim().split(' as ')
      imported.set(local, { path: join(dirname(path), from), name })
    }
  const parts = code.split(/^(?=(?:export )?(?:async )?(?:function\*?|const|let|class) \w)/m)
  const declarations = new Map<string, Declaration>()
  for (const part of parts) {
    const name = /^(?:export )?(?:async )?(?:function\*?|const|let|class) (\w+)/.exec(part)?.[1]
    if (name !== undefined) declarations.set(name, { path, name, text: part })
  }
  return { imported, declarations }
}
