import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseUkNumber } from './uk-number.ts'

const id = (text: string) => parseUkNumber(text)?.charityId

describe('UK charity numbers', () => {
  test.each([
    [
      'GB-CHC-1000005',
      ['1000005', ' 1000005 ', 'gb-chc-1000005', 'GB-CHC 1000005', '01000005', '1 000 005', 'GB–CHC–1000005'],
    ],
    ['GB-CHC-200051', ['200051', '0200051', 'GB-CHC-200051', '200051-0']],
    ['GB-CHC-216250-1', ['216250-1', '216250/1', 'GB-CHC-216250-01']],
    [
      'GB-SC-SC012345',
      [
        'SC012345',
        'sc012345',
        'SC12345',
        'SC 012345',
        'SCO12345',
        'GB-SC-SC012345',
        'GB-SC-012345',
        'GB-SC-12345',
      ],
    ],
    [
      'GB-NIC-100012',
      ['NI100012', 'NIC100012', 'nic 100012', 'GB-NIC-100012', 'GB-NIC-NIC100012', 'GB-NIC-NI100012'],
    ],
  ])('parses every spelling of %s', (charityId, spellings) => {
    for (const spelling of spellings) expect(id(spelling), spelling).toBe(charityId)
  })

  test.each([
    '',
    '0',
    '000000',
    '12',
    '105143',
    '4060412',
    '123456789',
    'SC',
    'SC000000',
    'SC1234567',
    'NI',
    'NI000001',
    'GB',
    'GB-CHC-',
    'X1000005',
    '1000005a',
    '١٠٠٠٠٠٥',
    '2'.repeat(10_000),
  ])('returns undefined for a text that is not a register’s number: %#', text =>
    expect(parseUkNumber(text)).toBeUndefined(),
  )

  test('parses a normalized id as itself', () => {
    const number = fc.oneof(
      fc.integer({ min: 200_000, max: 1_999_999 }).map(String),
      fc.integer({ min: 1, max: 999_999 }).map(digits => `SC${digits}`),
      fc.integer({ min: 100_000, max: 199_999 }).map(digits => `NI${digits}`),
    )
    fc.assert(
      fc.property(number, text => {
        const charityId = id(text)
        expect(charityId).toBeDefined()
        expect(id(charityId ?? '')).toBe(charityId)
        expect(id(`  ${text.toLowerCase()}\t`)).toBe(charityId)
      }),
    )
  })

  test('never throws', () => {
    fc.assert(fc.property(fc.string(), text => void parseUkNumber(text)))
  })
})
