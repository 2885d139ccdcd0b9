import * as z from 'zod/mini'
import { type DeviceRegistration, deviceRegistration } from '../../../contract/factors.ts'
import { tabStorage } from '../../../web/session/storages.ts'
import type { NextStep } from './sign-in.contract.ts'

/**
 * The second key of sessionStorage (§9): readable records of this browser's device registrations, one per person (§11). The
 * HttpOnly cookie skips the second factor; these records only show it.
 */
const registrationsKey = 'almoner-device-registrations'

const deviceRegistrations = {
  read: (): DeviceRegistration[] => {
    const parsed = z.safeParse(z.array(deviceRegistration), parse(tabStorage.getItem(registrationsKey)))
    return parsed.success ? parsed.data : []
  },
  save: (record: DeviceRegistration): void => {
    const others = deviceRegistrations.read().filter(({ userName }) => userName !== record.userName)
    tabStorage.setItem(registrationsKey, JSON.stringify([...others, record]))
  },
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}

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
