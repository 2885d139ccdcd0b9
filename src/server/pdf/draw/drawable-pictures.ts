import sharp from 'sharp'

/** As many as an editor's picture may have; a larger one is told by its words. */
const pixelsAtMost = 40_000_000

/**
 * The pictures of a document as PDFs can hold them: JPEGs as they are, all others as plain PNGs (of a moving one its first frame).
 * Each is decoded once here, because pdfkit unpacks pictures where nobody waits for it and a damaged one would end the program.
 */
export async function drawablePictures(
  pictures: ReadonlyMap<string, Buffer>,
): Promise<ReadonlyMap<string, Buffer>> {
  const drawable = new Map<string, Buffer>()
  for (const [href, bytes] of pictures) {
    const picture = sharp(bytes, { limitInputPixels: pixelsAtMost })
    try {
      const { format } = await picture.metadata()
      const isJpeg = format === 'jpeg'
      const decoded = await (isJpeg ? picture.jpeg() : picture.png({ palette: false })).toBuffer()
      drawable.set(href, isJpeg ? bytes : decoded)
    } catch {
      // A damaged picture is told by its words, as one that is gone.
    }
  }
  return drawable
}
