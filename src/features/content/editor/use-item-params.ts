import { useParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { Problem } from '../../../contract/problems.ts'

const addressSchema = z.object({ kind: z.enum(contentKinds), name: z.string() })

/** Kind and name of the item in the address. @throws `not-found` for an unknown kind. */
export function useItemParams(): z.infer<typeof addressSchema> {
  const params = z.safeParse(addressSchema, useParams({ strict: false }))
  if (!params.success) throw new Problem('not-found')
  return params.data
}
