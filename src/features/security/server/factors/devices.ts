import type { Given, Reply } from '../../../../contract/endpoint.ts'
import { Problem } from '../../../../contract/problems.ts'
import { recordAuditEvent } from '../../../../server/audit/record-audit-event.ts'
import type { BaseContext, ContextOf } from '../../../../server/http/request-context.ts'
import { askedBy } from '../../../../server/identity/factors/factor-asked.ts'
import { findOwner } from '../../../../server/identity/factors/factors.queries.ts'
import type { Actor } from '../../../../server/session/actor.ts'
import type { forgetDevice, forgetDevices, listDevices } from '../../factors.contract.ts'
import { deleteDevices, listOwnDevices } from './factors.queries.ts'

export async function devicesOfCaller(
  _given: unknown,
  context: ContextOf<typeof listDevices>,
): Promise<Reply<typeof listDevices>> {
  const { identity, actor, request } = context
  const asked = askedBy(context)
  const { ssoId } = await findOwner(asked, actor.userId)
  const here = identity.devices.hashOfBrowser(request)
  const rows = await listOwnDevices(asked.realmDb, actor.userId, asked.now)
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

export async function forgetDeviceOfCaller(
  { params }: Given<typeof forgetDevice>,
  context: ContextOf<typeof forgetDevice>,
): Promise<Reply<typeof forgetDevice>> {
  if ((await forget(context, params.deviceId)) === 0) throw new Problem('not-found')
  return {}
}

export async function forgetDevicesOfCaller(
  _given: unknown,
  context: ContextOf<typeof forgetDevices>,
): Promise<Reply<typeof forgetDevices>> {
  await forget(context, null)
  return {}
}

async function forget(context: BaseContext & { actor: Actor }, deviceId: string | null): Promise<number> {
  const { actor } = context
  const { realmDb, client, now, address } = askedBy(context)
  return realmDb.transaction().execute(async tx => {
    const names = await deleteDevices(tx, actor.userId, deviceId)
    for (const device of names)
      await recordAuditEvent(tx, {
        kind: 'device-forgotten',
        userId: actor.userId,
        sessionId: actor.sessionId,
        at: now,
        address,
        detail: { client: client.name, device },
      })
    return names.length
  })
}
