import type { SessionFacts } from '../../contract/session.contract.ts'

/** What the server tells a browser of who is signed in: a donor who may do nothing, unless the test says more. */
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
  alternateCurrency: null,
  ...about,
})
