import { expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { passwordViolation } from '../server/password-violation.ts'
import { lengthViolation } from './password-length.ts'

const owner = {
  ssoId: 'm.ellison@npt.example',
  email: 'margaret@ellison.example',
  firstName: 'Margaret',
  lastName: 'Ellison',
}
const violation = (password: string) => passwordViolation(password, owner, npt)

test('rejects a password of fewer than twelve characters, counting an accented letter once', async () => {
  expect(lengthViolation('')).toBe('Enter a password')
  expect(await violation('xK9#mQ2pLw7')).toContain('12 characters or more: this has 11')
  expect(await violation('xK9#mQ2pLw7z')).toBeNull()
  // Eleven characters, one of them typed as a letter and a combining accent.
  expect(await violation('e\u0301t\u00e9kfwqbzvn')).toContain('this has 11')
})

test('accepts a sentence of up to 256 characters and requires no kinds of characters', async () => {
  expect(await violation('the lamp hums while otters argue '.repeat(8).slice(0, 256))).toBeNull()
  expect(await violation('x'.repeat(257))).toContain('256 characters or fewer')
  expect(await violation('quiet otters read maps')).toBeNull()
  expect(await violation('horsebatterystaple')).toBeNull()
  expect(await violation('Wolkenbruch überm Hafen')).toBeNull()
})

test.each(['1qaz2wsx3edc', '1QAZ2wsx3EDC', 'qazwsxedcrfv', 'leavemealone'])(
  'rejects a stolen password in any spelling: %s',
  async password => {
    expect(await violation(password)).toContain('on a list of stolen passwords')
  },
)

test.each(['letmein-1234', 'P@ssw0rd2026', 'Summer2026!!', 'football99!!', 'dragonmonkey!', 'iloveyou2025'])(
  'rejects a stolen password with padding: %s',
  async password => {
    expect(await violation(password)).toContain('too close to a well-known one')
  },
)

test.each([
  'Margaret2026!',
  'Ellison-123456',
  'nptgiving2026',
  'NPT Giving 26',
  'm.ellison@npt',
  'almoner-fund-1',
])('rejects a password made of the client’s or the person’s own name: %s', async password => {
  expect(await violation(password)).toContain('your name or ours')
})

test.each(['aaaaaaaaaaaa', 'abcdefghijkl', '987654321098', 'xxxxxxyyyyyy', '201120262011'])(
  'rejects a pattern: %s',
  async password => {
    expect(await violation(password)).not.toBeNull()
  },
)

test('rejects only the names of this person and this client', async () => {
  const other = { ssoId: 'x@y.example', email: 'x@y.example', firstName: 'Jo', lastName: 'Li' }
  expect(await passwordViolation('Ramaswamy otters read', other, npt)).toBeNull()
  expect(
    await passwordViolation('Ramaswamy otters read', { ...other, lastName: 'Ramaswamy' }, npt),
  ).not.toBeNull()
})

test.each([
  'iloveyousomuch',
  'thequickbrownfox',
  'The Quick Brown Fox!',
  'Passw0rd!Passw0rd!',
  'correcthorsebatterystaple',
  'correct horse battery staple',
  'C0rrect-H0rse-Battery-Staple',
  'almoner-demo-2026',
  'Almoner Demo 2027!',
  'qwertyuiopasdfgh',
  'poiuytrewqlkjhgf',
  '!QAZ@WSX#EDC$RFV',
  'abcdabcdabcdabcd',
  'xK9#xK9#xK9#xK9#',
  'maytheforcebewithyou',
  'May the force be with you',
  '12/25/1985-12/25/1985',
])('rejects a repetition, a phrase or a run of keys: %s', async password => {
  expect(await violation(password)).not.toBeNull()
})

test.each([
  'my m.ellison@npt.example walk',
  'otters and margaret and maps',
  'Ottersellisonmaps77',
  'M.Ellison likes otters',
  'quiet otters of npt swim',
  'nptgiving otters read maps',
])('rejects a password of any length that contains the user ID, a name or the client: %s', async password => {
  expect(await violation(password)).toContain('your name or ours')
})

test('accepts a password in which a short name is only part of another word', async () => {
  const short = { ssoId: 'x@y.example', email: 'x@y.example', firstName: 'Lee', lastName: 'Ng' }
  expect(await passwordViolation('sleeping otters hang maps', short, npt)).toBeNull()
  expect(await passwordViolation('the otters of Lee hang maps', short, npt)).toContain('your name')
})

test('rejects the demonstration password by name', async () => {
  expect(await violation('almoner-demo-2026')).toContain('demonstration')
})
