import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Eleanor Whitcombe', 'EW'],
  ['Siobhán O’Brien', 'SO'],
  ['Ludwig van der Berg', 'LB'],
  ['élodie (née Roux)', 'ÉR'],
  ['李明', '李'],
  ['Oxfam', 'O'],
  ['', ''],
])('gives %s the initials %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
