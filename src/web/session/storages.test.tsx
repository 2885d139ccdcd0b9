import { expect, test } from 'vitest'
import { storageOrMemory } from './storages.ts'

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
])('a storage that is %s never throws, and holds values until the page closes', (_how, getStorage) => {
  const storage = storageOrMemory(getStorage)
  storage.setItem('almoner-test', 'text')
  expect(storage.getItem('almoner-test')).toBe('text')
  expect(storage.keys()).toContain('almoner-test')
  expect(localStorage.getItem('almoner-test')).toBeNull()
})

test('a working storage saves and removes values', () => {
  const storage = storageOrMemory(() => localStorage)
  storage.setItem('almoner-test', 'text')
  expect(localStorage.getItem('almoner-test')).toBe('text')
  storage.removeItem('almoner-test')
  expect([storage.getItem('almoner-test'), localStorage.getItem('almoner-test')]).toEqual([null, null])
})
