import { expect, test } from 'vitest'
import { whoOf } from './audit.list.ts'

test('names the person of an event; without one it is the system, or someone who was not identified', () => {
  const person = { userId: 'ann@npt.example', name: 'Ann Finch' }
  expect(whoOf({ person, address: '192.0.2.7' })).toBe('Ann Finch')
  expect(whoOf({ person: null, address: null })).toBe('System')
  expect(whoOf({ person: null, address: '192.0.2.7' })).toBe('Not identified')
})
