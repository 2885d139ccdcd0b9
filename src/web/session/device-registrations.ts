import * as z from 'zod/mini'
import { type DeviceRegistration, deviceRegistration } from '../../contract/factors.ts'
import { tabStorage } from './storages.ts'

/**
 * §9's second key of sessionStorage: the readable records of this browser's registrations, one a person (open-points 8).
 * What skips the second factor is an HttpOnly cookie; these only say so.
 */
const registrationsKey = 'almoner-device-registrations'

export const deviceRegistrations = {
  read: (): DeviceRegistration[] => {
    const parsed = z.safeParse(z.array(deviceRegistration), parse(tabStorage.getItem(registrationsKey)))
    return parsed.success ? parsed.data : []
  },
  keep: (record: DeviceRegistration): void => {
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
