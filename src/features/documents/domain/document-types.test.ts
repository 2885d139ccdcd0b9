import { expect, test } from 'vitest'
import { documentTypeNames, documentTypes, possibleReaders, readableTypes } from './document-types.ts'

test('viewers never read tax, application, identity and asset documents and death certificates (§14)', () => {
  for (const type of ['tax', 'application', 'identity', 'death-certificate', 'asset'] as const) {
    expect(possibleReaders(type)).not.toContain('viewer')
    expect(documentTypes[type].readers).not.toContain('viewer')
  }
  expect(documentTypeNames.filter(type => !possibleReaders(type).includes('viewer'))).toHaveLength(5)
})

test('a statement is readable only with all nine permissions of the sections (§12)', () => {
  const all = new Set(['DOCUMENT_VIEW', ...documentTypes.statement.needs] as const)
  expect(documentTypes.statement.needs).toHaveLength(9)
  expect(readableTypes(all)).toEqual(documentTypeNames)
  for (const missing of documentTypes.statement.needs)
    expect(readableTypes(new Set([...all].filter(action => action !== missing)))).not.toContain('statement')
})

test('nothing is readable without DOCUMENT_VIEW', () => {
  expect(readableTypes(new Set(documentTypes.statement.needs))).toEqual([])
})
