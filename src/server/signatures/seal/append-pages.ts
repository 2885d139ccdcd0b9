import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  PDFObjectCopier,
  PDFPage,
  PDFPageLeaf,
  PDFRef,
} from '@cantoo/pdf-lib'

const name = PDFName.of

/**
 * Adds all pages of one tagged PDF, written by `writePdf`, to the end of another, with their tags: screen readers read them after the
 * document. `document` must be loaded for an incremental update; nothing that it had is written again but the entries that change.
 *
 * @returns the last page.
 */
export function appendPages(document: PDFDocument, appendix: PDFDocument): PDFPage {
  const copier = PDFObjectCopier.for(appendix.context, document.context)
  const copiedRoot = copyTags(appendix, copier)
  const firstKey = copiedRoot === null ? 0 : joinTags(document, copiedRoot)
  let last: PDFPage | undefined
  for (const page of appendix.getPages()) {
    const ref = copier.copy(page.ref)
    const leaf = document.context.lookup(ref)
    if (!(ref instanceof PDFRef && leaf instanceof PDFPageLeaf)) throw new Error('a page cannot be copied')
    const key = leaf.lookupMaybe(name('StructParents'), PDFNumber)
    if (key) leaf.set(name('StructParents'), PDFNumber.of(key.asNumber() + firstKey))
    last = document.addPage(PDFPage.of(leaf, ref, document))
  }
  if (!last) throw new Error('the appendix has no pages')
  const pages = document.catalog.get(name('Pages'))
  if (pages instanceof PDFRef) save(document.context, pages)
  return last
}

/** The copied root of the tags; null if the appendix has none. */
function copyTags(appendix: PDFDocument, copier: PDFObjectCopier): PDFDict | null {
  const root = appendix.catalog.lookupMaybe(name('StructTreeRoot'), PDFDict)
  return root ? copier.copy(root) : null
}

/**
 * Puts the copied tags below those of the document.
 *
 * @returns the number by which the keys of the copied pages move in the document's parent tree.
 */
function joinTags({ catalog, context }: PDFDocument, copied: PDFDict): number {
  const root = catalog.lookupMaybe(name('StructTreeRoot'), PDFDict)
  if (!root) {
    catalog.set(name('StructTreeRoot'), context.register(copied))
    return 0
  }
  const parts = kidsOf(copied)
  const parent = parentOf(root)
  for (const ref of parts) {
    const part = context.lookup(ref, PDFDict)
    // A file has one Document; what is added is a part of it.
    part.set(name('S'), name('Part'))
    part.set(name('P'), parent.ref ?? catalog.get(name('StructTreeRoot')) ?? PDFRef.of(0))
  }
  parent.dict.set(name('K'), context.obj([...kidsOf(parent.dict), ...parts]))
  const firstKey = joinParentTree(root, copied, context)
  for (const ref of [catalog.get(name('StructTreeRoot')), parent.ref])
    if (ref instanceof PDFRef) save(context, ref)
  return firstKey
}

/** The element that gets the parts: the only Document of the file, or else the root. */
function parentOf(root: PDFDict): { dict: PDFDict; ref: PDFRef | null } {
  const [only, ...others] = kidsOf(root)
  if (!(only instanceof PDFRef) || others.length > 0) return { dict: root, ref: null }
  const dict = root.context.lookup(only, PDFDict)
  return dict.get(name('S')) === name('Document') ? { dict, ref: only } : { dict: root, ref: null }
}

function kidsOf(element: PDFDict) {
  const kids = element.get(name('K'))
  if (!kids) return []
  const found = element.context.lookup(kids)
  return found instanceof PDFArray ? found.asArray() : [kids]
}

/** Adds the copied entries of the parent tree after the last key of the document's. */
function joinParentTree(root: PDFDict, copied: PDFDict, context: PDFContext): number {
  const tree = root.lookup(name('ParentTree'), PDFDict)
  const added = entriesOf(copied.lookup(name('ParentTree'), PDFDict))
  const own = entriesOf(tree)
  const firstKey = Math.max(
    root.lookupMaybe(name('ParentTreeNextKey'), PDFNumber)?.asNumber() ?? 0,
    ...own.map(({ key }) => key + 1),
  )
  const all = [...own, ...added.map(({ key, value }) => ({ key: key + firstKey, value }))]
  // One flat tree: a document with as many pages as fit in a file is no problem for it.
  root.set(
    name('ParentTree'),
    context.register(context.obj({ Nums: all.flatMap(({ key, value }) => [PDFNumber.of(key), value]) })),
  )
  root.set(name('ParentTreeNextKey'), PDFNumber.of(Math.max(firstKey, ...all.map(({ key }) => key + 1))))
  return firstKey
}

function entriesOf(tree: PDFDict, depth = 0): { key: number; value: ReturnType<PDFArray['get']> }[] {
  if (depth > 20) throw new Error('the parent tree is too deep')
  const kids = tree.lookupMaybe(name('Kids'), PDFArray)
  if (kids) return kids.asArray().flatMap(kid => entriesOf(tree.context.lookup(kid, PDFDict), depth + 1))
  const numbers = tree.lookupMaybe(name('Nums'), PDFArray)?.asArray() ?? []
  return numbers.flatMap((value, index) => {
    const key = numbers[index - 1]
    return index % 2 === 1 && key instanceof PDFNumber ? [{ key: key.asNumber(), value }] : []
  })
}

/** Marks an object of the document as changed, so that the update contains it. */
export function save(context: PDFContext, ref: PDFRef): void {
  if (!context.snapshot) throw new Error('the document was not loaded for an update')
  context.snapshot.markRefForSave(ref)
}
