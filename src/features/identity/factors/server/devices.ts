import { recordAuditEvents } from '../../../../server/audit/record-audit-event.ts'
import type { Actor } from '../../../../server/auth/actor.ts'
import type { BaseContext } from '../../../../server/http/request-context.ts'
import { deleteDevices } from './factors.queries.ts'
import { mfaContextOf } from './mfa-context.ts'

/** Deletes one device, or all if `deviceId` is null. Returns how many. */
export async function deleteAndRecord(
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
