import { describe, expect, test } from 'vitest'
import { isTest, readSourceFiles, type SourceFile } from '../testing/source-files.ts'
import { clientNames } from './client-names.ts'
import { npt } from './npt.ts'

const elsewhere = (file: SourceFile) => !isTest(file) && !/^src\/(tenants|testing|demo)\//.test(file.path)
const program = readSourceFiles().filter(elsewhere)

describe('open-points 2 a client is a configuration', () => {
  test('no client is asked for by its name: a switch of the configuration says what is different', () => {
    const literal = new RegExp(`(['"\`])(${clientNames.join('|')})\\1`)
    const found = program.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter(line => literal.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line))
        .map(line => `${path}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })
})

/**
 * Switches that nothing reads yet, with what will. The list may only get shorter: a new switch comes with its reader,
 * and whoever reads one of these takes it off.
 */
const notYetRead: Record<string, string> = {
  defaultPhoneCountry: 'the primary advisor’s form (§3 Individual)',
  currencyRestricted: 'issue 4: the transatlantic client (§2.1)',
  relationshipListLeavesOut: 'the relationships table (§6)',
  legacyPlanShown: 'the legacy plan (§2.8)',
  legacyPlanEditableOnline: 'the legacy plan (§5)',
  redirectOnSingleDocument: 'pending documents (§2.10)',
  sanctionsLists: 'screening of names before a grant goes out (open-points 6)',
  twoPersonPublishing: 'issue 4: content (open-points 2)',
}

describe('open-points 2 every switch of a client is read', () => {
  // The context carries switches to the browser; that alone is no reading.
  const carriers = ['src/features/shell/server/client-context.ts', 'src/features/shell/shell.contract.ts']
  const readers = program.filter(({ path }) => !carriers.includes(path))
  const isRead = (name: string) => {
    const byDot = new RegExp(`([cC]lient|[hH]ouse)\\)?\\??\\.${name}\\b`)
    const byParts = new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\}\\s*=\\s*[^\\n]*([cC]lient|[hH]ouse)`)
    return readers.some(({ text }) => byDot.test(text) || byParts.test(text))
  }

  test.each(Object.keys(npt).filter(name => !(name in notYetRead)))('%s', name => {
    expect(isRead(name), `nothing outside src/tenants reads ${name}: read it, or leave it out`).toBe(true)
  })

  test('what is read by now is off the list of what is not', () => {
    expect(Object.keys(notYetRead).filter(isRead)).toEqual([])
    expect(Object.keys(notYetRead).filter(name => !(name in npt))).toEqual([])
    expect(Object.keys(notYetRead).length).toBeLessThanOrEqual(12)
  })
})
