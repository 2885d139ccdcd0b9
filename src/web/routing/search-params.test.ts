import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { optionalParam, parseSearch, stringifySearch } from './search-params.ts'

test('search parameters stay text in both directions', () => {
  const search = parseSearch('?range=last-year&open=2&q=tax%20%26%20gifts')
  expect(search).toEqual({ range: 'last-year', open: '2', q: 'tax & gifts' })
  expect(stringifySearch(search)).toBe('?range=last-year&open=2&q=tax+%26+gifts')
  expect(stringifySearch({ q: undefined })).toBe('')
})

test('an invalid or absent search parameter is undefined', () => {
  const schema = z.object({ view: optionalParam(z.enum(['50', 'all'])), after: optionalParam(z.string()) })
  expect(z.parse(schema, parseSearch('?view=51'))).toEqual({ view: undefined, after: undefined })
  expect(z.parse(schema, parseSearch('?view=all&after=m'))).toEqual({ view: 'all', after: 'm' })
})
