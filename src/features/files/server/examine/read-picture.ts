import sharp, { type Metadata, type Sharp } from 'sharp'
import { fileKinds, largestPictureBytes, type MediaType } from '../../domain/file-kinds.ts'
import type { PictureSize } from './read-file.ts'
import { RefusedFile } from './refused-file.ts'

type PictureType = Exclude<MediaType, 'application/pdf'>

/** Wider or higher than any screen. */
const longestSidePx = 8192
/** Of all frames of an animation together; each pixel takes four bytes while the picture is decoded. */
const pixelsAtMost = 40_000_000
/** libvips gives up after this, besides the limit of the thread that it is called from. */
const seconds = 15

// One picture at a time, and nothing kept of it.
sharp.concurrency(1)
sharp.cache(false)

const encode: Record<PictureType, (picture: Sharp) => Sharp> = {
  'image/png': picture => picture.png({ compressionLevel: 9 }),
  'image/jpeg': picture => picture.jpeg({ quality: 90 }),
  'image/webp': picture => picture.webp({ quality: 90 }),
  'image/gif': picture => picture.gif(),
}

/**
 * Decodes a picture and encodes it again in its own format. What a camera wrote into it (EXIF, the place, a preview) and what
 * follows its end are left behind; it is turned as its camera was held. GIF and WebP go on moving; of a moving PNG the first
 * frame stays.
 *
 * @throws RefusedFile where it is damaged, or larger than the limits.
 */
export async function rewritePicture(
  bytes: Uint8Array,
  mediaType: PictureType,
): Promise<{ bytes: Uint8Array; size: PictureSize }> {
  if (bytes.length > largestPictureBytes)
    throw new RefusedFile(
      'The picture is larger than 5 MB. Save it with fewer pixels or with more compression.',
    )
  const options = { animated: mediaType === 'image/gif' || mediaType === 'image/webp' }
  const damaged = new RefusedFile(
    `The ${fileKinds[mediaType].word} picture is damaged or not complete. Save it once more and try again.`,
  )
  // The header alone, which takes no memory whatever size it claims.
  const header = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw damaged
    })
  checkSize(header)
  try {
    const picture = sharp(bytes, { ...options, limitInputPixels: pixelsAtMost, failOn: 'warning' })
      .timeout({ seconds })
      .autoOrient()
    const { data, info } = await encode[mediaType](picture).toBuffer({ resolveWithObject: true })
    return { bytes: data, size: { widthPx: info.width, heightPx: info.pageHeight ?? info.height } }
  } catch {
    throw damaged
  }
}

function checkSize({ width, height, pageHeight, pages = 1 }: Metadata): void {
  const frameHeight = pageHeight ?? height
  if (Math.max(width, frameHeight) > longestSidePx || width * frameHeight > pixelsAtMost)
    throw new RefusedFile(
      `The picture has ${width} × ${frameHeight} pixels. At most ${longestSidePx} on a side and 40 million in all are accepted.`,
    )
  if (width * frameHeight * pages > pixelsAtMost)
    throw new RefusedFile(
      'The moving picture is too long for its size. Take fewer frames, or make it smaller.',
    )
}
