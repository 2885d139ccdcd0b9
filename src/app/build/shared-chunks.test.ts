import { expect, test } from 'vitest'
import { sharedChunks } from './shared-chunks.ts'

type Graph = Record<string, { imports?: string[]; later?: string[]; characters?: number }>

/** The chunk of each module of a program, named by its place among the chunks. */
function chunksOf(graph: Graph): Record<string, string> {
  const nameOf = sharedChunks('main', ['home'], /unused/)
  const context = {
    getModuleInfo: (id: string) => ({
      importedIds: graph[id]?.imports ?? [],
      dynamicallyImportedIds: graph[id]?.later ?? [],
      code: 'x'.repeat(graph[id]?.characters ?? 100),
    }),
  }
  // The function reads no more of the graph than this.
  const named = Object.keys(graph).map(id => [id, nameOf(id, context as never)] as const)
  return Object.fromEntries(named.filter(([, name]) => typeof name === 'string')) as Record<string, string>
}

test('what two screens share is one chunk; what one screen needs alone, or every page has, is in none', () => {
  const chunks = chunksOf({
    main: { imports: ['shell'], later: ['first', 'second', 'home'] },
    home: { imports: ['figure'] },
    shell: {},
    figure: {},
    first: { imports: ['field', 'own', 'shell', 'figure'] },
    second: { imports: ['field', 'label', 'shell', 'figure'] },
    own: { imports: ['label'] },
    field: {},
    label: {},
  })
  expect(Object.keys(chunks)).toEqual(['field', 'label'])
  expect(chunks.field).toBe(chunks.label)
})

test('a small part joins what other screens need, a large one does not', () => {
  const withPart = (characters: number) =>
    chunksOf({
      main: { later: ['first', 'second', 'third'] },
      first: { imports: ['form'] },
      second: { imports: ['form', 'part'] },
      third: { imports: ['form', 'part'] },
      form: {},
      part: { characters },
    })
  const [small, large] = [withPart(1000), withPart(1_000_000)]
  expect(small.part).toBe(small.form)
  expect(large.part).not.toBe(large.form)
})

test('styles that screens share are in the chunk that most screens need', () => {
  const chunks = chunksOf({
    main: { later: ['first', 'second', 'third'] },
    first: { imports: ['field'] },
    second: { imports: ['field', 'table'] },
    third: { imports: ['field', 'table'] },
    field: { imports: [] },
    table: { imports: ['table.css'], characters: 1_000_000 },
    'table.css': {},
  })
  expect(chunks['table.css']).toBe(chunks.field)
})
