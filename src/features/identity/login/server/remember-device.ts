import type { DeviceRegistration } from '../../../../contract/factors.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import type { Owner } from '../../factors/server/credentials.queries.ts'
import { mfaContextOf } from '../../factors/server/mfa-context.ts'

/** Remembers this browser for the person. Returns the readable record for the browser's storage (§11). */
export async function rememberDevice(context: BaseContext, owner: Owner): Promise<DeviceRegistration> {
  const { identity, request, reply } = context
  const registration = await identity.devices.remember(
    mfaContextOf(context),
    { request, reply },
    owner.userId,
  )
  return { ...registration, userName: owner.ssoId }
}
