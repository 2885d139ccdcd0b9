import sharp from 'sharp'

/** The limit for editors' pictures. A larger picture is replaced by its alternative text. */
const maxPixels = 40_000_000

/**
 * Converts a document's pictures to formats that PDFs support: JPEGs stay as they are, others become PNGs (an animated picture
 * becomes its first frame). Each is decoded here, because pdfkit decodes pictures asynchronously, where the error of a damaged one
 * would stop the server.
 */
export async function drawablePictures(
  pictures: ReadonlyMap<string, Buffer>,
): Promise<ReadonlyMap<string, Buffer>> {
  const drawable = new Map<string, Buffer>()
  for (const [href, bytes] of pictures) {
    const picture = sharp(bytes, { limitInputPixels: maxPixels })
    try {
      const { format } = await picture.metadata()
      const isJpeg = format === 'jpeg'
      const decoded = await (isJpeg ? picture.jpeg() : picture.png({ palette: false })).toBuffer()
      drawable.set(href, isJpeg ? bytes : decoded)
    } catch {
      // A damaged picture is replaced by its alternative text, like a missing one.
    }
  }
  return drawable
}
