import type { StatusSign } from '../../../domain/status-sign.ts'
import type { ListedUser } from '../users.contract.ts'

export const accessStatus: Readonly<Record<ListedUser['access'], { text: string; sign: StatusSign }>> = {
  active: { text: 'Has access', sign: 'done' },
  suspended: { text: 'Suspended', sign: 'refused' },
  none: { text: 'No access', sign: 'ended' },
}
