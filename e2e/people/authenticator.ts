import type { Page } from '@playwright/test'

/** A virtual platform authenticator, as a phone or a laptop has one. */
export type Authenticator = {
  /** Sets whether user verification succeeds. */
  setVerified(isVerified: boolean): Promise<void>
  passkeyCount(): Promise<number>
}

export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setVerified: async isVerified => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isVerified })
    },
    passkeyCount: async () =>
      (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}
