import type { Rolldown } from 'vite'

/** What one more request costs a phone on a slow network, as the bytes that it would fetch in that time. */
const bytesOfRequest = 5200

/** The screen with the least room below the 60 KB of §9: what it fetches in vain counts as often as that of so many others. */
const fullestScreen = /[\\/]RecommendGrantScreen\.tsx$/
const timesFullest = 8

/** How many bytes of a compressed chunk come from each character of a module. */
const bytesOfCharacter = 0.2

type Chunk = {
  /** The screens, and the parts of them that are loaded later, which need it. */
  neededBy: ReadonlySet<string>
  modules: readonly string[]
  bytes: number
}

/**
 * Puts what several screens share into as few chunks as are worth it. Modules that the same screens need belong together. Two chunks
 * become one where the requests that this saves cost more than the bytes that some screens then fetch in vain, the best pair first.
 * All their styles are one style sheet, with the chunk that most screens need.
 *
 * @param start the entry of the program; what it imports statically is left out, since every page has it
 * @param leftOut further modules with all that they import
 * @param unused parts of the libraries that the program can reach, but does not use
 */
export function sharedChunks(
  start: string,
  leftOut: readonly string[],
  unused: RegExp,
): Rolldown.CodeSplittingNameFunction {
  let chunkOf: Map<string, string> | null = null
  return (id, context) => {
    chunkOf ??= chunksByModule({ start, leftOut, unused }, module => context.getModuleInfo(module))
    return chunkOf.get(id) ?? null
  }
}

type GetModuleInfo = Rolldown.ChunkingContext['getModuleInfo']

function chunksByModule(
  { start, leftOut, unused }: { start: string; leftOut: readonly string[]; unused: RegExp },
  getModuleInfo: GetModuleInfo,
): Map<string, string> {
  const importsOf = (id: string): readonly string[] => getModuleInfo(id)?.importedIds ?? []
  const loadedLater = (id: string): readonly string[] => getModuleInfo(id)?.dynamicallyImportedIds ?? []
  const ofEveryPage = reach([start, ...leftOut], importsOf)
  const parts = [...reach([start], id => [...importsOf(id), ...loadedLater(id)])].flatMap(loadedLater)
  const neededBy = new Map<string, Set<string>>()
  for (const part of new Set(parts))
    for (const id of reach([part], importsOf)) neededBy.set(id, (neededBy.get(id) ?? new Set()).add(part))

  const styles: string[] = []
  const bySharers = new Map<string, Chunk>()
  for (const [id, sharers] of neededBy) {
    if ((ofEveryPage.has(id) && !unused.test(id)) || sharers.size < 2) continue
    if (id.endsWith('.css')) {
      styles.push(id)
      continue
    }
    const key = [...sharers].sort().join()
    const { modules = [], bytes = 0 } = bySharers.get(key) ?? {}
    bySharers.set(key, {
      neededBy: sharers,
      modules: [...modules, id],
      bytes: bytes + bytesOf(getModuleInfo(id)?.code ?? ''),
    })
  }
  const chunks = joinWhereWorthIt([...bySharers.values()], importsOf)
  const mostNeeded = chunks.reduce((most, each) => (each.neededBy.size > most.neededBy.size ? each : most))
  return new Map([
    ...chunks.flatMap((chunk, i) => chunk.modules.map(id => [id, `shared~${i}`] as const)),
    ...styles.map(id => [id, `shared~${chunks.indexOf(mostNeeded)}`] as const),
  ])
}

/** About as many as the module adds to a compressed chunk. */
const bytesOf = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\//g, '').length * bytesOfCharacter

/** Everything that can be reached from the starting points, themselves included. */
function reach<T>(from: readonly T[], next: (each: T) => readonly T[]): Set<T> {
  const found = new Set(from)
  for (const each of found) for (const one of next(each)) found.add(one)
  return found
}

function joinWhereWorthIt(chunks: readonly Chunk[], importsOf: (id: string) => readonly string[]): Chunk[] {
  const joined = [...chunks]
  const refused = new Set<string>()
  for (;;) {
    let best: { worth: number; a: Chunk; b: Chunk } | null = null
    for (const [i, a] of joined.entries())
      for (const b of joined.slice(i + 1)) {
        const worth = worthOfJoining(a, b)
        if (worth > (best?.worth ?? 0) && !refused.has(keyOf(a, b))) best = { worth, a, b }
      }
    if (!best) return joined
    const { a, b } = best
    const both: Chunk = {
      ...a,
      neededBy: a.neededBy.union(b.neededBy),
      modules: [...a.modules, ...b.modules],
      bytes: a.bytes + b.bytes,
    }
    const rest = joined.filter(each => each !== a && each !== b)
    if (isInCircle(both, rest, importsOf)) refused.add(keyOf(a, b))
    else joined.splice(0, joined.length, ...rest, both)
  }
}

const keyOf = (a: Chunk, b: Chunk) => `${a.modules.join()} ${b.modules.join()}`

/** In bytes, over all screens: the requests that are saved, without what is fetched in vain. */
function worthOfJoining(a: Chunk, b: Chunk): number {
  const sharers = a.neededBy.intersection(b.neededBy).size
  const inVain =
    weightOf(a.neededBy.difference(b.neededBy)) * b.bytes +
    weightOf(b.neededBy.difference(a.neededBy)) * a.bytes
  return sharers * bytesOfRequest - inVain
}

/** How many screens these count for. */
const weightOf = (screens: ReadonlySet<string>) =>
  [...screens].reduce((sum, screen) => sum + (fullestScreen.test(screen) ? timesFullest : 1), 0)

/** Whether the chunk imports another that imports it, so that their modules might run in the wrong order. */
function isInCircle(
  chunk: Chunk,
  others: readonly Chunk[],
  importsOf: (id: string) => readonly string[],
): boolean {
  const owner = new Map([...others, chunk].flatMap(each => each.modules.map(id => [id, each] as const)))
  const imported = (each: Chunk) =>
    each.modules.flatMap(importsOf).flatMap(id => {
      const of = owner.get(id)
      return of && of !== each ? [of] : []
    })
  return reach(imported(chunk), imported).has(chunk)
}
