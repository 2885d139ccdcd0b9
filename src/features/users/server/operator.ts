import type { Kysely } from 'kysely'
import type { AuditKind } from '../../../contract/audit-kinds.ts'
import type { ProblemCode } from '../../../contract/problems.ts'
import { recordAuditEvent } from '../../../server/audit/record-audit-event.ts'
import type { DB } from '../../../server/db/schema.ts'

/** Why a change of what people may do was refused, as a sentence for the person who asked for it. Nothing was changed. */
export class Refused extends Error {
  readonly code: ProblemCode

  constructor(message: string, code: 'access-denied' | 'conflict' | 'not-found' = 'access-denied') {
    super(message)
    this.code = code
  }
}

/** The person who manages users and makes a change: in the portal with their session, or named by a command of the command line. */
export type Operator = {
  userId: string
  name: string
  via:
    | { kind: 'portal'; sessionId: string; address: string; client: string }
    | { kind: 'command'; command: string }
}

type Recorded = { kind: AuditKind; userId: string; at: Date; detail: Record<string, string> }

/** Records what an operator did about a person, in the transaction of the change. */
export async function recordByOperator(
  trx: Kysely<DB>,
  { userId: actorUserId, name, via }: Operator,
  { kind, userId, at, detail }: Recorded,
): Promise<void> {
  const from =
    via.kind === 'portal'
      ? { sessionId: via.sessionId, address: via.address, client: { client: via.client } }
      : { sessionId: null, address: '', client: { by: `npm run ${via.command}`, operator: name } }
  await recordAuditEvent(trx, {
    kind,
    userId,
    actorUserId,
    sessionId: from.sessionId,
    at,
    address: from.address,
    detail: { ...from.client, ...detail },
  })
}
