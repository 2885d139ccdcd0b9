import { expect, test } from 'vitest'
import { cpuTimeMs } from '../../../testing/cpu-time.ts'
import { checkPurpose } from './purpose-check.ts'

const kindOf = (text: string, purpose: 'other' | 'programme' | 'in_honour' | 'in_memory' = 'other') =>
  checkPurpose(purpose, text).kind

test.each([
  ['For John Smith', /particular person/],
  ['for john smith', /particular person/],
  ['John Smith', /particular person/],
  ['For Mr. Okonkwo', /particular person/],
  ['To support Maria Garcia Lopez', /particular person/],
  ['Medical bills for Anna Lee', /particular person/],
  ['Surgery for my nephew', /particular person/],
  ['To help our youngest daughter', /particular person/],
  ['Tuition for Anna Lee', /tuition/],
  ['Emma’s tuition', /tuition/],
  ['Autumn school fees of our son', /tuition/],
  ['Payment of my 2026 pledge', /pledge/],
  ['Second instalment of the capital campaign pledge', /pledge/],
  ['Pledge #4711', /pledge/],
  ['Pledge', /pledge/],
  ['The amount pledged in May', /pledge/],
  // Invisible characters and lookalike letters.
  ['For Jo\u200bhn Smith', /particular person/],
  ['Ｐａｙｍｅｎｔ of my pledge', /pledge/],
])('refuses "%s" with a reason and an acceptable wording (§13)', (text, why) => {
  const answer = checkPurpose('other', text)
  expect(answer).toMatchObject({ kind: 'refused', sentence: expect.stringMatching(why) })
  expect(answer.kind === 'refused' && answer.sentence.split('. ').length).toBeGreaterThan(1)
})

test.each([
  'Gala',
  'A table at the spring dinner',
  'Two tickets for the spring concert',
  'Sponsorship of the golf day',
  'Annual dinner',
  'Silent auction lot 12',
  'Membership dues',
  'Membership renewal with benefits',
  'Places at the charity ball',
  'Table tennis gala',
  'Autumn tuition',
])('asks about "%s", which suggests a benefit (§13)', text => {
  expect(checkPurpose('other', text)).toEqual({
    kind: 'needs-answer',
    question: 'Does anyone receive a benefit in return, such as tickets or a membership?',
  })
})

test.each([
  'Christmas dinner for the homeless',
  'Thanksgiving dinners for local families',
  'School dinners',
  'Table Tennis',
  'Pledge to End Hunger',
  'Round table on water',
  'Sponsor a child',
  'Adult reading programme',
  'General scholarship fund',
  'Tuition assistance programme',
  'Members of the community kitchen',
  'Repair of the ballroom roof',
  'For the John Smith Memorial Library',
  'For John Muir Trust',
  'For Harbor Light',
  'For Virginia schools',
  'For the roof',
  'Research in memory of my father',
])('accepts "%s" (§13)', text => {
  expect(kindOf(text)).toBe('fine')
})

test.each(['Gala Dalton', 'Lucille Ball', 'John Smith', 'My mother, Ruth', 'our son Daniel', 'Table family'])(
  'accepts "%s" as a name in honour or memory (§13)',
  text => {
    expect([kindOf(text, 'in_honour'), kindOf(text, 'in_memory')]).toEqual(['fine', 'fine'])
  },
)

test.each(['For my nephew', 'Tuition for Anna Lee', 'Payment of my pledge'])(
  'refuses "%s" in place of a name in honour (§13)',
  text => {
    expect(kindOf(text, 'in_honour')).toBe('refused')
  },
)

test('accepts a purpose without a text', () => {
  expect(checkPurpose('where_needed', '')).toEqual({ kind: 'fine' })
})

test('checks 500 hostile characters in little CPU time', () => {
  const parts = ['pay ', 'my a', "a's ", 'dinner for the ', 'For ', '1 pledge ', 'member fee ', 'john ']
  const checkAll = () => {
    for (const part of parts) checkPurpose('other', part.repeat(500).slice(0, 500))
  }
  expect(cpuTimeMs(checkAll)).toBeLessThan(1_000)
})
