import { describe, expect, test } from 'vitest'
import { isTest, readSourceFiles, type SourceFile } from '../testing/source-files.ts'
import { clients } from './clients.ts'
import { npt } from './configuration/npt.ts'
import { unreadSettings } from './unread-settings.ts'

const elsewhere = (file: SourceFile) => !isTest(file) && !/^src\/(clients|testing|demo)\//.test(file.path)
const program = readSourceFiles().filter(elsewhere)

/** §1. */
const theTen = `npt nptuk nptukusd npttransatlantic ubs glenmede tolleson ab rathbones cazenove`.split(' ')

describe('open-points 2 a client is a configuration', () => {
  test('§1 the ten are there', () => {
    expect(Object.keys(clients)).toEqual(expect.arrayContaining(theTen))
  })

  test('no client is asked for by its name: a switch of the configuration says what is different', () => {
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

describe('open-points 2 every switch of a client is read', () => {
  // The context carries switches to the browser; that alone is no reading.
  const carriers = ['src/features/pages/server/client-context.ts', 'src/contract/client-context.contract.ts']
  const readers = program.filter(({ path }) => !carriers.includes(path))
  const isRead = (name: string) => {
    const byDot = new RegExp(`([cC]lient|[hH]ouse)\\)?\\??\\.${name}\\b`)
    const byParts = new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\}\\s*=\\s*[^\\n]*([cC]lient|[hH]ouse)`)
    return readers.some(({ text }) => byDot.test(text) || byParts.test(text))
  }

  test.each(Object.keys(npt).filter(name => !(name in unreadSettings)))('%s', name => {
    expect(isRead(name), `nothing outside src/clients reads ${name}: read it, or leave it out`).toBe(true)
  })

  test('what is read by now is off the list of what is not', () => {
    expect(Object.keys(unreadSettings).filter(isRead)).toEqual([])
    expect(Object.keys(unreadSettings).filter(name => !(name in npt))).toEqual([])
    expect(Object.keys(unreadSettings).length).toBeLessThanOrEqual(12)
  })
})
