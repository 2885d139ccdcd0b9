import { expect, test } from 'vitest'
import { npt } from '../../clients/configuration/npt.ts'
import { npttransatlantic } from '../../clients/configuration/npttransatlantic.ts'
import { bookOfRequest, booksOfClient, clientInBook } from './book-of-request.ts'

const { book, secondaryBook, inSecondaryBook } = npttransatlantic

test('a request uses the book in the currency of its header, or the primary one without a header (§7)', () => {
  expect(bookOfRequest(npttransatlantic, undefined)).toEqual(book)
  expect(bookOfRequest(npttransatlantic, 'GBP')).toEqual(book)
  expect(bookOfRequest(npttransatlantic, 'USD')).toEqual(secondaryBook)
  expect(bookOfRequest(npt, 'USD')).toEqual(npt.book)
})

test.each(['GBP', '', 'usd', ['USD', 'USD']])(
  'rejects the currency %j of a request at a client without it (§7)',
  currency => {
    expect(() => bookOfRequest(npt, currency)).toThrow(
      expect.objectContaining({ code: 'validation', detail: 'There are no accounts in this currency.' }),
    )
  },
)

test('a client has one book, or one in each of two currencies (§1)', () => {
  expect(booksOfClient(npt)).toEqual([npt.book])
  expect(booksOfClient(npttransatlantic)).toEqual([book, secondaryBook])
})

test('the secondary book follows the grant rules of its own country (§13, §15)', () => {
  expect(clientInBook(npttransatlantic, book)).toEqual(npttransatlantic)
  expect(clientInBook(npttransatlantic, secondaryBook)).toEqual({ ...npttransatlantic, ...inSecondaryBook })
  expect(inSecondaryBook.minimumGrantMinor).not.toBe(npttransatlantic.minimumGrantMinor)
})

test('the secondary book follows the client’s own rules if it has none of its own (§15)', () => {
  const client = { ...npttransatlantic, inSecondaryBook: null }
  expect(clientInBook(client, secondaryBook)).toEqual(client)
  expect(clientInBook(npt, npt.book)).toEqual(npt)
})
