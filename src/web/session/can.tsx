import type { ReactNode } from 'react'
import type { Permission } from '../../contract/permissions.ts'
import { useCan } from './session.ts'

type CanProps = { action: Permission; children: ReactNode }

/** Shows its content to those who hold the action (§6). */
export function Can({ action, children }: CanProps) {
  return useCan(action) ? children : null
}
