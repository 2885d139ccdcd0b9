import sharp, { type Metadata, type Sharp } from 'sharp'
import { fileKinds, type MediaType, maxPictureBytes } from '../../domain/file-kinds.ts'
import { RefusedFile } from './refused-file.ts'

export type PictureSize = { widthPx: number; heightPx: number }

type PictureType = Exclude<MediaType, 'application/pdf'>

/** Larger than any screen. */
const maxSidePx = 8192
/** The limit for all frames of an animation together. A decoded pixel takes four bytes. */
const maxPixels = 40_000_000
/** The time limit of libvips, in addition to the limit of the thread. */
const timeoutS = 15

// One picture at a time, without a cache.
sharp.concurrency(1)
sharp.cache(false)

const encode: Record<PictureType, (picture: Sharp) => Sharp> = {
  'image/png': picture => picture.png({ compressionLevel: 9 }),
  'image/jpeg': picture => picture.jpeg({ quality: 90 }),
  'image/webp': picture => picture.webp({ quality: 90 }),
  'image/gif': picture => picture.gif(),
}

/**
 * Decodes a picture and encodes it again in the same format. This removes metadata (EXIF, location, previews) and anything after
 * the picture's end, and applies the EXIF orientation. GIF and WebP stay animated; an animated PNG keeps its first frame.
 *
 * @throws RefusedFile if the picture is damaged or exceeds the limits.
 */
export async function rewritePicture(
  bytes: Uint8Array,
  mediaType: PictureType,
  maxBytes: number = maxPictureBytes,
): Promise<{ bytes: Uint8Array; size: PictureSize }> {
  if (bytes.length > maxBytes)
    throw new RefusedFile(
      `The picture is larger than ${maxBytes / 1024 / 1024} MB. Save it with fewer pixels or with more compression.`,
    )
  const options = { animated: mediaType === 'image/gif' || mediaType === 'image/webp' }
  const damaged = new RefusedFile(
    `The ${fileKinds[mediaType].label} picture is damaged or incomplete. Save it again and upload the new file.`,
  )
  // Reading only the header takes no memory, whatever size it claims.
  const header = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw damaged
    })
  checkSize(header)
  try {
    const picture = sharp(bytes, { ...options, limitInputPixels: maxPixels, failOn: 'warning' })
      .timeout({ seconds: timeoutS })
      .autoOrient()
    const { data, info } = await encode[mediaType](picture).toBuffer({ resolveWithObject: true })
    return { bytes: data, size: { widthPx: info.width, heightPx: info.pageHeight ?? info.height } }
  } catch {
    throw damaged
  }
}

function checkSize({ width, height, pageHeight, pages = 1 }: Metadata): void {
  const frameHeight = pageHeight ?? height
  if (Math.max(width, frameHeight) > maxSidePx || width * frameHeight > maxPixels)
    throw new RefusedFile(
      `The picture has ${width} × ${frameHeight} pixels. It can have at most ${maxSidePx} on each side and 40 million in total.`,
    )
  if (width * frameHeight * pages > maxPixels)
    throw new RefusedFile('The animation is too large. Use fewer frames or a smaller size.')
}
