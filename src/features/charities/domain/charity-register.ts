/**
 * The registers by which a sponsor in the United Kingdom tells the charities of a list apart, and what they are called. The keys are the
 * beginnings of charity ids; `none`: an organization that is on no public register, which the sponsor vetted itself.
 */
export const charityRegisterNames = {
  'GB-CHC': 'England and Wales',
  'GB-SC': 'Scotland',
  'GB-NIC': 'Northern Ireland',
  'US-EIN': 'United States',
  none: 'On no register',
} as const

export const charityRegisters = ['GB-CHC', 'GB-SC', 'GB-NIC', 'US-EIN', 'none'] as const
export type CharityRegister = (typeof charityRegisters)[number]

/** The beginnings of the ids of the charities of registers. */
export const registeredStarts: readonly string[] = charityRegisters
  .filter(register => register !== 'none')
  .map(register => `${register}-`)

/** The name of the register that has the charity. */
export const registerNameOf = (charityId: string): string =>
  charityRegisterNames[charityRegisters.find(register => charityId.startsWith(`${register}-`)) ?? 'none']
