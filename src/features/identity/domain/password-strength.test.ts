import { expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { passwordViolation } from '../server/passwords/password-violation.ts'
import { lengthViolation } from './password-length.ts'

const owner = {
  ssoId: 'm.ellison@npt.example',
  email: 'margaret@ellison.example',
  firstName: 'Margaret',
  lastName: 'Ellison',
}
const violation = (password: string) => passwordViolation(password, owner, npt)

test('issue 3 a password has twelve characters or more, as people count them', () => {
  expect(lengthViolation('')).toBe('Enter a password')
  expect(violation('xK9#mQ2pLw7')).toContain('12 characters or more: this has 11')
  expect(violation('xK9#mQ2pLw7z')).toBeNull()
  // Eleven letters with accents, typed as letter and accent, are eleven.
  expect(violation('e\u0301t\u00e9kfwqbzvn')).toContain('this has 11')
})

test('issue 3 a sentence of 256 characters is a password, and no rule asks for kinds of signs', () => {
  expect(violation('the lamp hums while otters argue '.repeat(8).slice(0, 256))).toBeNull()
  expect(violation('x'.repeat(257))).toContain('256 characters or fewer')
  expect(violation('quiet otters read maps')).toBeNull()
  expect(violation('correct horse battery staple')).toBeNull()
  expect(violation('horsebatterystaple')).toBeNull()
  expect(violation('Wolkenbruch überm Hafen')).toBeNull()
})

test.each(['1qaz2wsx3edc', '1QAZ2wsx3EDC', 'qazwsxedcrfv', 'leavemealone'])(
  'issue 3 a password from a list of stolen ones is refused, however it is written: %s',
  password => {
    expect(violation(password)).toContain('on a list of stolen passwords')
  },
)

test.each(['letmein-1234', 'P@ssw0rd2026', 'Summer2026!!', 'football99!!', 'dragonmonkey!', 'iloveyou2025'])(
  'issue 3 a stolen password that is only filled up is refused: %s',
  password => {
    expect(violation(password)).toContain('made of a well-known one')
  },
)

test.each([
  'Margaret2026!',
  'Ellison-123456',
  'nptgiving2026',
  'NPT Giving 26',
  'm.ellison@npt',
  'almoner-fund-1',
])('issue 3 a password made of the house’s or the person’s own name is refused: %s', password => {
  expect(violation(password)).toContain('your name or ours')
})

test.each(['aaaaaaaaaaaa', 'abcdefghijkl', '987654321098', 'xxxxxxyyyyyy', '201120262011'])(
  'issue 3 a pattern is refused: %s',
  password => {
    expect(violation(password)).not.toBeNull()
  },
)

test('issue 3 another person’s name is no reason: the list is of this person and this house', () => {
  const other = { ssoId: 'x@y.example', email: 'x@y.example', firstName: 'Jo', lastName: 'Li' }
  expect(passwordViolation('Ramaswamy-2026', other, npt)).toBeNull()
  expect(passwordViolation('Ramaswamy-2026', { ...other, lastName: 'Ramaswamy' }, npt)).not.toBeNull()
})
