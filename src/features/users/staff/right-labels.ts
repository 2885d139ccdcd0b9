import type { Permission } from '../../../contract/permissions.ts'
import type { RightRole } from '../../../domain/realm-roles.ts'
import type { StatusSign } from '../../../domain/status-sign.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { permissionLabels } from '../domain/permission-labels.ts'
import type { Right } from '../users.contract.ts'

/** What a permission lets people do, in the client’s English. */
export const permissionText = (action: Permission): string => inClientEnglish(permissionLabels[action])

export const roleLabels: Readonly<Record<RightRole, string>> = {
  super_user: 'Super user',
  auditor: 'Auditor',
  content_editor: 'Content editor',
  service_team: 'Service team',
}

type Named = Pick<Right, 'setTitle' | 'role' | 'book' | 'isWhole'>

/** What people call a right: its set, or its role and whether it is a part of it. */
export function rightTitle({ setTitle, role, book, isWhole }: Named): string {
  if (setTitle !== null) return setTitle
  if (book !== null) return `${roleLabels[role]}, all accounts of ${book}`
  return isWhole ? roleLabels[role] : `${roleLabels[role]}, some permissions`
}

type Status = { text: string; sign: StatusSign }

const rightStates: Readonly<Record<Right['state'], Status>> = {
  requested: { text: 'Waiting for a second person', sign: 'waiting' },
  active: { text: 'In force', sign: 'done' },
  suspended: { text: 'Suspended', sign: 'refused' },
  declined: { text: 'Declined', sign: 'refused' },
  withdrawn: { text: 'Withdrawn', sign: 'ended' },
  ended: { text: 'Ended', sign: 'ended' },
}

/** Of one that is active and does not give anything now: whether it has yet to begin, or is over. */
export function rightStatus({ state, isInForce, from }: Right, now: Date): Status {
  if (state !== 'active' || isInForce) return rightStates[state]
  return from !== null && new Date(from) > now
    ? { text: 'Not begun yet', sign: 'waiting' }
    : { text: 'Over', sign: 'ended' }
}
