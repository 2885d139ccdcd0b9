import type { PublishedContent } from '../../features/content/content.contract.ts'
import type { BlockName } from '../../features/content/domain/content-kinds.ts'

/** One block of what is published at a place; undefined where nobody wrote it. */
export function blockOf(
  content: PublishedContent,
  name: BlockName,
): PublishedContent['blocks'][number] | undefined {
  return content.blocks.find(block => block.name === name)
}
