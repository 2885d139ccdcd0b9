import { expect, test } from 'vitest'
import { causeLabel } from './cause.ts'
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
])('§5 https:// is prepended to a website without a protocol: %s', (website, link) => {
  expect(websiteLink(website)).toBe(link)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,hello',
  ' JavaScript:alert(1)//a.example',
  'ftp://a.example',
  'file:///etc',
])('open-points 9 anything but http(s) is not a link: %s', website => {
  expect(websiteLink(website)).toBeNull()
})

test.each([
  ['HARBOR LIGHT FOOD BANK', 'Harbor Light Food Bank'],
  ['FRIENDS OF ST MARKS LIBRARY INC', 'Friends of St Marks Library Inc'],
  ['THE YMCA OF GREATER ERIE', 'The YMCA of Greater Erie'],
  ["CHILDREN'S HOSPITAL FDN", "Children's Hospital FDN"],
  ['Candlewick Hospice', 'Candlewick Hospice'],
])(
  '§2.7 a name that the register prints in capitals is shown as people write it: %s',
  (registered, shown) => {
    expect(charityName(registered)).toBe(shown)
  },
)

test('open-points 6 a cause is the major group of the NTEE code, in words', () => {
  expect(causeLabel('K31')).toBe('Food, agriculture and nutrition')
  expect(causeLabel('Z99')).toBeNull()
  expect(causeLabel(null)).toBeNull()
})
