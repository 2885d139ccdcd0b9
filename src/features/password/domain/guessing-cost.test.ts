import { expect, test } from 'vitest'
import { npt } from '../../../tenants/clients/npt.ts'
import { passwordObjection } from '../server/password-objection.ts'
import { lengthObjection } from './password-length.ts'

const owner = {
  ssoId: 'm.ellison@npt.example',
  email: 'margaret@ellison.example',
  firstName: 'Margaret',
  lastName: 'Ellison',
}
const objection = (password: string) => passwordObjection(password, owner, npt)

test('issue 3 a password has twelve characters or more, as people count them', async () => {
  expect(lengthObjection('')).toBe('Enter a password')
  expect(await objection('xK9#mQ2pLw7')).toContain('12 characters or more: this has 11')
  expect(await objection('xK9#mQ2pLw7z')).toBeNull()
  // Eleven letters with accents, typed as letter and accent, are eleven.
  expect(await objection('e\u0301t\u00e9kfwqbzvn')).toContain('this has 11')
})

test('issue 3 a sentence of 256 characters is a password, and no rule asks for kinds of signs', async () => {
  expect(await objection('the lamp hums while otters argue '.repeat(8).slice(0, 256))).toBeNull()
  expect(await objection('x'.repeat(257))).toContain('256 characters or fewer')
  expect(await objection('quiet otters read maps')).toBeNull()
  expect(await objection('horsebatterystaple')).toBeNull()
  expect(await objection('Wolkenbruch überm Hafen')).toBeNull()
})

test.each(['1qaz2wsx3edc', '1QAZ2wsx3EDC', 'qazwsxedcrfv', 'leavemealone'])(
  'issue 3 a password from a list of stolen ones is refused, however it is written: %s',
  async password => {
    expect(await objection(password)).toContain('on a list of stolen passwords')
  },
)

test.each(['letmein-1234', 'P@ssw0rd2026', 'Summer2026!!', 'football99!!', 'dragonmonkey!', 'iloveyou2025'])(
  'issue 3 a stolen password that is only filled up is refused: %s',
  async password => {
    expect(await objection(password)).toContain('made of a well-known one')
  },
)

test.each([
  'Margaret2026!',
  'Ellison-123456',
  'nptgiving2026',
  'NPT Giving 26',
  'm.ellison@npt',
  'almoner-fund-1',
])('issue 3 a password made of the house’s or the person’s own name is refused: %s', async password => {
  expect(await objection(password)).toContain('your name or ours')
})

test.each(['aaaaaaaaaaaa', 'abcdefghijkl', '987654321098', 'xxxxxxyyyyyy', '201120262011'])(
  'issue 3 a pattern is refused: %s',
  async password => {
    expect(await objection(password)).not.toBeNull()
  },
)

test('issue 3 another person’s name is no reason: the list is of this person and this house', async () => {
  const other = { ssoId: 'x@y.example', email: 'x@y.example', firstName: 'Jo', lastName: 'Li' }
  expect(await passwordObjection('Ramaswamy otters read', other, npt)).toBeNull()
  expect(
    await passwordObjection('Ramaswamy otters read', { ...other, lastName: 'Ramaswamy' }, npt),
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
])('refuses what is tried first: a repetition, a phrase, a run of keys, %s', async password => {
  expect(await objection(password)).not.toBeNull()
})

test.each([
  'my m.ellison@npt.example walk',
  'otters and margaret and maps',
  'Ottersellisonmaps77',
  'M.Ellison likes otters',
  'quiet otters of npt swim',
  'nptgiving otters read maps',
])(
  'refuses a password that contains the user id, a name or the client, however long it is: %s',
  async password => {
    expect(await objection(password)).toContain('your name or ours')
  },
)

test('takes a password in which a short name is only part of another word', async () => {
  const short = { ssoId: 'x@y.example', email: 'x@y.example', firstName: 'Lee', lastName: 'Ng' }
  expect(await passwordObjection('sleeping otters hang maps', short, npt)).toBeNull()
  expect(await passwordObjection('the otters of Lee hang maps', short, npt)).toContain('your name')
})

test('refuses the password of the demonstration by name', async () => {
  expect(await objection('almoner-demo-2026')).toContain('demonstration')
})
