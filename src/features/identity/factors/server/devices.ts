import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvents } from '../../../../server/audit/record-audit-event.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import type { deleteAllDevices, deleteDevice, listDevices } from '../factors.contract.ts'
import { findOwner } from './credentials.queries.ts'
import { deleteDevices, listOwnDevices } from './factors.queries.ts'
import { mfaContextOf } from './mfa-context.ts'

export async function devicesOfCaller(
  _input: unknown,
  context: ContextOf<typeof listDevices>,
): Promise<Reply<typeof listDevices>> {
  const { identity, actor, request } = context
  const mfa = mfaContextOf(context)
  const { ssoId } = await findOwner(mfa, actor.userId)
  const here = identity.devices.hashOfCookie(request)
  const rows = await listOwnDevices(mfa.realmDb, actor.userId, mfa.now)
  return {
    data: rows.map(row => ({
      deviceId: row.device_id,
      userName: ssoId,
      name: row.name,
      registeredAt: row.registered_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      isThis: here?.equals(row.secret_hash) ?? false,
    })),
  }
}

export async function deleteOwnDevice(
  { params }: HandlerInput<typeof deleteDevice>,
  context: ContextOf<typeof deleteDevice>,
): Promise<Reply<typeof deleteDevice>> {
  if ((await deleteAndRecord(context, params.deviceId)) === 0) throw new Problem('not-found')
  return {}
}

export async function deleteOwnDevices(
  _input: unknown,
  context: ContextOf<typeof deleteAllDevices>,
): Promise<Reply<typeof deleteAllDevices>> {
  await deleteAndRecord(context, null)
  return {}
}

/** Deletes one device, or all if `deviceId` is null. Returns how many. */
async function deleteAndRecord(
  context: BaseContext & { actor: Actor },
  deviceId: string | null,
): Promise<number> {
  const { actor } = context
  const { realmDb, client, now, address } = mfaContextOf(context)
  return realmDb.transaction().execute(async tx => {
    const names = await deleteDevices(tx, actor.userId, deviceId)
    await recordAuditEvents(
      tx,
      names.map(device => ({
        kind: 'device-forgotten',
        userId: actor.userId,
        sessionId: actor.sessionId,
        at: now,
        address,
        detail: { client: client.name, device },
      })),
    )
    return names.length
  })
}
