import { deviceRegistrations } from '../../../web/session/device-registrations.ts'
import type { NextStep } from '../sign-in.contract.ts'

/** Lets the browser go on to where the answer leads: the provider, which is this very site. Nothing else is followed. */
export function continueSignIn(redirectTo: string | null): void {
  const address = new URL(redirectTo ?? '/', window.location.href)
  if (address.origin === window.location.origin) window.location.assign(address)
}

/** The same, with the record of a device that skips the second factor kept where §9 says. */
export function finish({ redirectTo, device }: NextStep & { step: 'done' }): void {
  if (device !== null) deviceRegistrations.keep(device)
  continueSignIn(redirectTo)
}
