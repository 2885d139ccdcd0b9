import { describe, expect, test } from 'vitest'
import { isTest, readSourceFiles, type SourceFile } from '../testing/source-files.ts'
import { clients } from './clients.ts'
import { npt } from './configuration/npt.ts'
import { unreadSettings } from './unread-settings.ts'

const isProgram = (file: SourceFile) => !isTest(file) && !/^src\/(clients|testing|demo)\//.test(file.path)
const program = readSourceFiles().filter(isProgram)

const specifiedClients =
  `npt nptuk nptukusd npttransatlantic ubs glenmede tolleson ab rathbones cazenove`.split(' ')

describe('clients', () => {
  test('include the ten of the specification (§1)', () => {
    expect(Object.keys(clients)).toEqual(expect.arrayContaining(specifiedClients))
  })

  test('are never compared by name: a setting expresses each difference (§15)', () => {
    const literal = new RegExp(`(['"\`])(${Object.keys(clients).join('|')})\\1`)
    const found = program.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter(line => literal.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line))
        .map(line => `${path}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })
})

describe('every client setting is read (§15)', () => {
  /** The values of settings and their types; the other files of src/clients read them. */
  const isDeclaration = ({ path }: SourceFile) =>
    /^src\/clients\/(configuration\/|logos\/|themes\/|(base|client|clients|unread-settings)\.ts$)/.test(path)
  // These files only pass settings on to the browser.
  const carriers = ['src/features/pages/server/client-context.ts', 'src/contract/client-context.contract.ts']
  const readers = readSourceFiles().filter(
    file =>
      (isProgram(file) || (file.path.startsWith('src/clients/') && !isTest(file) && !isDeclaration(file))) &&
      !carriers.includes(file.path),
  )
  const isRead = (name: string) => {
    const byDot = new RegExp(`([cC]lient|[sS]ettings)\\)?\\??\\.${name}\\b`)
    const byParts = new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\}\\s*=\\s*[^\\n]*([cC]lient|[sS]ettings)`)
    return readers.some(({ text }) => byDot.test(text) || byParts.test(text))
  }

  test.each(Object.keys(npt).filter(name => !(name in unreadSettings)))('%s', name => {
    expect(isRead(name), `no code reads ${name}: use it or remove it`).toBe(true)
  })

  test('lists as unread only settings that exist and that nothing reads', () => {
    expect(Object.keys(unreadSettings).filter(isRead)).toEqual([])
    expect(Object.keys(unreadSettings).filter(name => !(name in npt))).toEqual([])
    expect(Object.keys(unreadSettings).length).toBeLessThanOrEqual(12)
  })
})
