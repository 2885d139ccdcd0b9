import { deviceRegistrations } from '../../../web/session/device-registrations.ts'
import type { NextStep } from '../sign-in.contract.ts'

/** Navigates to the address of the reply: the embedded provider. Addresses of other origins are ignored. */
export function continueSignIn(redirectTo: string | null): void {
  const address = new URL(redirectTo ?? '/', window.location.href)
  if (address.origin === window.location.origin) window.location.assign(address)
}

/** Continues the sign-in and stores the registration of a device that skips the second factor (§9). */
export function finishSignInStep({ redirectTo, device }: NextStep & { step: 'done' }): void {
  if (device !== null) deviceRegistrations.save(device)
  continueSignIn(redirectTo)
}
