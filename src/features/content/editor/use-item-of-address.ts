import { useParams } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { contentKinds } from '../../../contract/content-kinds.ts'
import { Problem } from '../../../contract/problems.ts'

const addressSchema = z.object({ kind: z.enum(contentKinds), name: z.string() })

/** Which item an address is about; one of no kind does not exist. */
export function useItemOfAddress(): z.infer<typeof addressSchema> {
  const params = z.safeParse(addressSchema, useParams({ strict: false }))
  if (!params.success) throw new Problem('not-found')
  return params.data
}
