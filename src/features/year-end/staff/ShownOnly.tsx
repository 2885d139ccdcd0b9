import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { staffPaths } from '../../../web/routing/staff-paths.ts'

/** Says that a list is filtered by what led to it, and leads to the whole one. */
export function ShownOnly({ year, show, children }: { year: number; show: string; children: ReactNode }) {
  return (
    <p>
      {children} <Link to={staffPaths.yearEnd({ show, year: String(year) })}>Show all</Link>
    </p>
  )
}
