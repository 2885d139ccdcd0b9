import type { SessionFacts } from '../../contract/session.contract.ts'

/** The session facts of a donor without permissions, with overrides. */
export const factsOf = (about: Partial<SessionFacts> = {}): SessionFacts => ({
  userId: '01a1f8a3-44cc-798e-904b-52ec9e9547c1',
  username: 'Eleanor Whitcombe',
  firstName: 'Eleanor',
  lastName: 'Whitcombe',
  email: 'donor@npt.example',
  scope: ['api_access'],
  actions: [],
  hasAccess: true,
  forceEmailChange: false,
  loginCurrency: 'USD',
  alternateCurrency: 'USD',
  rememberCurrency: false,
  antiforgeryChanged: false,
  ...about,
})
