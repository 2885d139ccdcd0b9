import { expect, test } from 'vitest'
import { purposeInWords, purposeObjection } from './purpose.ts'

test.each([
  ['Two tickets for the spring concert', /tickets/],
  ['Gala table sponsorship', /tickets, tables|gala/],
  ['Places at the charity ball', /gala/],
  ['Silent auction lot 12', /auction/],
  ['Autumn tuition for the upper school', /tuition/],
  ['Membership renewal with benefits', /membership/],
  ['Payment of my 2026 pledge', /pledge/],
  ['Surgery for my nephew', /named individual/],
])('open-points 6 "%s" may not be paid, and the answer says why and what may', (text, why) => {
  expect(purposeObjection(text)).toMatch(why)
  expect(purposeObjection(text)?.split('. ').length).toBeGreaterThan(1)
})

test.each([
  'Adult reading programme',
  'General scholarship fund',
  'Members of the community kitchen',
  'Repair of the ballroom roof',
  'Lucille Ball',
  'Memorial garden',
])('open-points 6 "%s" may be paid', text => {
  expect(purposeObjection(text)).toBeNull()
})

test('open-points 6 a purpose reads as the reader writes', () => {
  expect(purposeInWords('in_honour', 'Ada Finch', 'en-US')).toBe('In honor of Ada Finch')
  expect(purposeInWords('in_honour', 'Ada Finch', 'en-GB')).toBe('In honour of Ada Finch')
  expect(purposeInWords('where_needed', null, 'en-GB')).toBe('Where it is needed most')
  expect(purposeInWords('programme', 'Youth orchestra', 'en-GB')).toBe('Youth orchestra')
})
