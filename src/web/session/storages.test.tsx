import { expect, test } from 'vitest'
import { storageOrPage } from './storages.ts'

const forbidden = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}
const full = () =>
  new Proxy(localStorage, {
    get: (storage, name) =>
      name === 'setItem'
        ? () => {
            throw new DOMException('No more room.', 'QuotaExceededError')
          }
        : storage.getItem.bind(storage),
  })

test.each([
  ['forbidden', forbidden],
  ['full', full],
])('a storage that is %s never throws, and keeps values until the page closes', (_how, give) => {
  const storage = storageOrPage(give)
  storage.setItem('almoner-test', 'words')
  expect(storage.getItem('almoner-test')).toBe('words')
  expect(storage.keys()).toContain('almoner-test')
  expect(localStorage.getItem('almoner-test')).toBeNull()
})

test('a working storage saves and removes values', () => {
  const storage = storageOrPage(() => localStorage)
  storage.setItem('almoner-test', 'words')
  expect(localStorage.getItem('almoner-test')).toBe('words')
  storage.removeItem('almoner-test')
  expect([storage.getItem('almoner-test'), localStorage.getItem('almoner-test')]).toEqual([null, null])
})
