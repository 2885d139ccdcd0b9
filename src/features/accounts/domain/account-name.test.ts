import { expect, test } from 'vitest'
import { displayName, nameInList } from './account-name.ts'

test.each([
  ['Active', true, 'The Finch Fund (Active)'],
  ['Active', false, 'The Finch Fund (Active)'],
  ['Entered', true, 'The Finch Fund'],
  ['', true, 'The Finch Fund'],
  ['Closed', true, 'The Finch Fund (Closed)'],
  ['Closed', false, 'The Finch Fund'],
  ['Immobile', false, 'The Finch Fund'],
  ['Immobile', true, 'The Finch Fund (Immobile)'],
])('with status "%s" and closed status shown %s, displays %s (§3)', (status, showsClosedStatus, name) => {
  expect(displayName('The Finch Fund', status, showsClosedStatus)).toBe(name)
})

test.each([
  ['Active', true, 'The Finch Fund'],
  ['Closed', true, 'The Finch Fund (Closed)'],
  ['Closed', false, 'The Finch Fund'],
])(
  'in a list, with status "%s" and closed status shown %s, displays %s',
  (status, showsClosedStatus, name) => {
    expect(nameInList('The Finch Fund', status, showsClosedStatus)).toBe(name)
  },
)
