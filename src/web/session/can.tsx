import type { ReactNode } from 'react'
import type { Permission } from '../../contract/permissions.ts'
import { useCan } from './session.ts'

type CanProps = { action: Permission; children: ReactNode }

/** Renders its content for holders of the permission (§6). */
export function Can({ action, children }: CanProps) {
  return useCan(action) ? children : null
}
