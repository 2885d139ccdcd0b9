/**
 * Whether the screen at this path keeps to the current currency, at a client with this setting: the profile and everything
 * about the account except its documents (§2.1).
 */
export const isCurrencyRestricted = (path: string): boolean =>
  path.startsWith('/my-profile') || (path.startsWith('/account') && !path.startsWith('/account-documents'))
