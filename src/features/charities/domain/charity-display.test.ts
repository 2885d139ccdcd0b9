import { expect, test } from 'vitest'
import { causeLabel } from './cause.ts'
import { placeLabel, taxIdOf } from './charity-labels.ts'
import { charityName } from './charity-name.ts'
import { websiteLink } from './website.ts'

test.each([
  ['harborlight.example', 'https://harborlight.example/'],
  ['www.harborlight.example/give', 'https://www.harborlight.example/give'],
  ['harborlight.example:8080/give', 'https://harborlight.example:8080/give'],
  ['http://harborlight.example', 'http://harborlight.example/'],
  ['HTTPS://harborlight.example/', 'https://harborlight.example/'],
  ['', null],
  [null, null],
  ['   ', null],
])('adds https:// to the website %s if it has no protocol (§5)', (website, link) => {
  expect(websiteLink(website)).toBe(link)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,hello',
  ' JavaScript:alert(1)//a.example',
  'ftp://a.example',
  'file:///etc',
])('returns no link for %s, which is not http(s)', website => {
  expect(websiteLink(website)).toBeNull()
})

test.each([
  ['HARBOR LIGHT FOOD BANK', 'Harbor Light Food Bank'],
  ['FRIENDS OF ST MARKS LIBRARY INC', 'Friends of St Marks Library Inc'],
  ['THE YMCA OF GREATER ERIE', 'The YMCA of Greater Erie'],
  ["CHILDREN'S HOSPITAL FDN", "Children's Hospital FDN"],
  ['Candlewick Hospice', 'Candlewick Hospice'],
])('formats the register’s name %s (§2.7)', (registered, shown) => {
  expect(charityName(registered)).toBe(shown)
})

test.each([
  ['544 MARKET SQ', '544 Market Sq'],
  ['675 MILL LN', '675 Mill Ln'],
  ['1600 PENNSYLVANIA AVE NW STE 200', '1600 Pennsylvania Ave NW Ste 200'],
  ['12 RIVER RD', '12 River Rd'],
  ['PO BOX 12', 'PO Box 12'],
  ['8 Mill Lane', '8 Mill Lane'],
])('formats the register’s street %s', (street, shown) => {
  expect(placeLabel({ street, city: 'ERIE', state: 'PA' })).toBe(`${shown}, Erie, PA`)
})

test('labels the major group of an NTEE code', () => {
  expect(causeLabel('K31')).toBe('Food, agriculture, and nutrition')
  expect(causeLabel('Z99')).toBeNull()
  expect(causeLabel(null)).toBeNull()
})

test.each([
  ['US-EIN-470424785', '47-0424785'],
  ['GB-CHC-1000005', '1000005'],
  ['GB-CHC-1000005-2', '1000005-2'],
  ['GB-SC-SC012345', 'SC012345'],
  ['GB-NIC-100012', 'NIC100012'],
  ['XX-ALM-17', 'XX-ALM-17'],
])('prints the number of %s as %s', (charityId, taxId) => {
  expect(taxIdOf(charityId)).toBe(taxId)
})
