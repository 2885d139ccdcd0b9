import type { BlockName } from '../../contract/content-kinds.ts'
import type { PublishedContent } from '../../contract/published-content.contract.ts'

/** One block of what is published at a place; undefined where nobody wrote it. */
export function blockOf(
  content: PublishedContent,
  name: BlockName,
): PublishedContent['blocks'][number] | undefined {
  return content.blocks.find(block => block.name === name)
}
