import * as z from 'zod/mini'
import { type DeviceRegistration, deviceRegistration } from '../../contract/factors.ts'
import { tabStorage } from './storages.ts'

/**
 * The second key of sessionStorage (§9): readable records of this browser's device registrations, one per person (§11). The
 * HttpOnly cookie skips the second factor; these records only show it.
 */
const registrationsKey = 'almoner-device-registrations'

export const deviceRegistrations = {
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
