import { expect, test } from 'vitest'
import { releaseBytes } from './release-bytes.ts'

test('frees a buffer that has its memory for itself', () => {
  const bytes = new Uint8Array(1000)
  releaseBytes(bytes)
  expect(bytes).toHaveLength(0)
})

test('leaves a buffer that shares its memory with others', () => {
  const shared = new Uint8Array(1000).fill(7)
  releaseBytes(shared.subarray(0, 10))
  expect(shared.at(999)).toBe(7)
})
